import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { ownVerifierKey, readLogKey, type Signed, Witness } from '../../../scripts/witness/witness.js';
import { verifierKey } from '../../../shared/log/note.js';
import { loadHead } from '../../../shared/log/proofs.js';
import { createLogger } from '../../../shared/logger.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { Witnessing } from '../../../worker/log/start-asking-witnesses.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';

const ORIGIN = 'example.test/log';

describe('The cosigned checkpoint', () => {
  const database = useDatabase();
  const { privateKey } = generateKeyPairSync('ed25519');
  let signed: Signed | undefined;
  const memory = {
    read: () => signed,
    write: (_origin: string, newest: Signed) => {
      signed = newest;
    },
  };
  const logKey = readLogKey(verifierKey(ORIGIN, testKeys.evidenceKeys.current));
  const witness = new Witness('witness.test', privateKey, [logKey], memory);
  /** What the witness waits for before it sends the signature that it has made. */
  let held: Promise<void> | undefined;
  let server: Server;
  let clientId: string;

  before(async () => {
    ({ id: clientId } = await buildClient(database.db));
    server = createServer(async (request, response) => {
      const { status, body } = witness.addCheckpoint(await text(request));
      const waiting = held;
      server.emit('asked');
      await waiting;
      response.writeHead(status).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const worker = () =>
    new Witnessing({
      db: database.db,
      witnesses: [
        {
          name: 'witness.test',
          verifierKey: ownVerifierKey('witness.test', privateKey),
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        },
      ],
      metrics: { setContradicted: () => undefined },
      logger: createLogger({ process: 'worker', level: 'silent' }),
    });
  async function sealOne(): Promise<void> {
    await acceptAll(database.db, [{ clientId }]);
    await sealLog({ db: database.db, keys: testKeys.evidenceKeys, origin: ORIGIN });
  }

  it('is not replaced by an older one, whose worker was slower', async () => {
    await sealOne();
    let release: () => void = () => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    const asked = once(server, 'asked');
    const slow = worker().ask();
    await asked;
    held = undefined;
    await sealOne();
    await worker().ask();
    const newest = await loadHead(database.db);
    expect(newest?.cosigned_size, 'what the other has published').to.equal(newest?.size);
    expect(newest?.cosigned_note).to.match(/\n— witness\.test \S+\n$/);
    release();
    await slow;
    expect(await loadHead(database.db)).to.deep.equal(newest);
  });
});
