import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { startDatabasePair } from '../../harness/database-pair.js';
import { NodeProcess } from '../../harness/node-process.js';
import { startOwnRedis } from '../../harness/own-servers.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { verifyLog } from '../../scripts/verify/verify-log.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import { growTree } from '../../shared/log/grow-tree.js';
import { HASH_BYTES, rangeHash } from '../../shared/log/merkle.js';
import { readCheckpoint, verifierKey } from '../../shared/log/note.js';
import { loadHead } from '../../shared/log/proofs.js';
import { tileReader } from '../../shared/log/tiles.js';
import { submitAsync } from '../support/checks/submit.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { startLoad } from '../support/http/load.js';
import { testKeys } from '../support/processes/keys.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

const ORIGIN = 'example.test/log';
const LONG = { timeoutMs: 60_000 };

/** `npm run witness`, with a disk of its own. */
async function startWitness(folder: string): Promise<{ child: NodeProcess; address: string }> {
  const child = new NodeProcess({
    name: 'witness',
    script: 'scripts/witness.js',
    environment: {
      WITNESS_LOGS: verifierKey(ORIGIN, testKeys.evidenceKeys.current),
      WITNESS_NAME: 'witness.test',
      WITNESS_DIR: folder,
      PORT: '0',
    },
  });
  const address = await waitFor(
    () => {
      const [, url, key] = /listens on (\S+) and signs as\n(\S+)\n/.exec(child.output()) ?? [];
      return url !== undefined && `${url}#${key}`;
    },
    { ...LONG, describe: 'the witness listens' },
  );
  return { child, address };
}

/** Every published checkpoint is the head of a prefix of the current log. */
async function expectOneLog(service: Service, notes: ReadonlySet<string>): Promise<void> {
  const rows = await service.db.query<{ data: Buffer }>(
    'SELECT data FROM log_tiles WHERE level = 0 ORDER BY tile_no',
  );
  const data = Buffer.concat(rows.map((row) => row.data));
  const entries = Array.from({ length: data.length / HASH_BYTES }, (_item, index) =>
    data.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  for (const note of notes) {
    const { size, root } = readCheckpoint(note);
    const readTile = tileReader(growTree([], 0, entries.slice(0, size)), size);
    expect(rangeHash(readTile, 0, size).equals(root), `the checkpoint of ${size}`).to.equal(true);
  }
}

describe('The log in whole processes', function () {
  this.timeout(300_000);
  const folder = temporaryFolder();
  after(() => rmSync(folder, { recursive: true, force: true }));

  const isProven = (service: Service, { token }: SeededClient, requestId: string) =>
    waitFor(
      async () => {
        const address = `/api/v1/verifications/${requestId}/evidence.tlog-proof`;
        return (await service.api.client.withToken(token).get(address)).status === 200;
      },
      { ...LONG, describe: `${requestId} is in the log` },
    );

  describe('with workers that are killed', () => {
    let service: Service;
    let client: SeededClient;
    let witness: NodeProcess;
    let database: TestDatabase;
    before(async () => {
      const { child, address } = await startWitness(folder);
      witness = child;
      const env = { LOG_ORIGIN: ORIGIN, WITNESS_URLS: address };
      database = await createTestDatabase();
      service = await startService({ database, env });
      client = await service.seedClient({ credits: 1_000_000 });
    });
    after(async () => {
      await service.stop();
      await database.drop();
      await witness.kill();
    });

    /** The worker hangs in the statement that writes this table and is killed there; then another one starts. */
    for (const table of ['log_cursors', 'log_tiles', 'log_spans', 'log_state']) {
      it(`goes on where one was killed while it wrote ${table}`, async () => {
        const requestId = await withClient(superuserUrlOf(database.url), async (holder) => {
          await holder.query('BEGIN');
          await holder.query(`LOCK TABLE ${table} IN SHARE MODE`);
          const id = await submitAsync(service.api.client, client.token);
          await waitFor(
            async () => {
              const { rows } = await holder.query(
                `SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND NOT granted`,
                [table],
              );
              return rows.length > 0;
            },
            { ...LONG, describe: `a worker waits for ${table}` },
          );
          await service.workers.at(-1)?.kill();
          await holder.query('ROLLBACK');
          return id;
        });
        await service.startWorker();
        await isProven(service, client, requestId);
        expect((await verifyLog(service.db)).problems).to.deep.equal([]);
      });
    }

    it('is one log, and the witness agrees, whatever dies under load', async () => {
      const notes = new Set<string>();
      const load = startLoad({ apis: service.apis, token: client.token, lanes: 4, prefer: 'respond-async' });
      for (let kills = 0; kills < 6; kills += 1) {
        await service.startWorker();
        const before = (await loadHead(service.db))?.size ?? 0;
        await waitFor(
          async () => {
            const head = await loadHead(service.db);
            if (head !== undefined) notes.add(head.note);
            return head !== undefined && head.size > before + 5;
          },
          { ...LONG, describe: 'the log grows' },
        );
        await service.workers.at(-2)?.kill();
      }
      const sent = await load.stop();
      for (const { requestId = '' } of sent) await isProven(service, client, requestId);
      expect(notes.size).to.be.greaterThan(6);
      await expectOneLog(service, notes);
      const report = await verifyLog(service.db);
      expect(report.problems).to.deep.equal([]);
      expect(report.entries).to.be.greaterThan(sent.length);
      await waitFor(
        async () => {
          const head = await loadHead(service.db);
          return head?.cosigned_size === head?.size && head?.cosigned_note?.includes('— witness.test ');
        },
        { ...LONG, describe: 'the witness has signed all of it' },
      );
      expect(witness.output()).to.not.include('INCONSISTENT');
    });
  });

  it('is not sealed on a database that went back, before it has another name', async () => {
    const [pair, redis] = await Promise.all([startDatabasePair(), startOwnRedis()]);
    const env = { LOG_ORIGIN: 'back.test/log' };
    const service = await startService({ database: pair.database, redisUrl: redis.url, env });
    try {
      const client = await service.seedClient();
      await isProven(service, client, await submitAsync(service.api.client, client.token));
      await pair.backUp();
      const gone = await submitAsync(service.api.client, client.token);
      await isProven(service, client, gone);
      await pair.restoreBackup();

      const worker = service.workers[0];
      await worker?.waitForLog('the log went back: nothing is sealed until it has another name (LOG_ORIGIN)');
      // It ends all sessions from before, and may come after the log has noticed.
      await waitFor(
        async () => {
          const [newest] = await service.db.query<{ adopted_how: string }>(
            'SELECT adopted_how FROM database_histories ORDER BY adopted_at DESC LIMIT 1',
          );
          return newest !== undefined && newest.adopted_how !== 'migration';
        },
        { ...LONG, describe: 'the database is adopted' },
      );
      const { body } = await service.api.client.post('/api/v1/login', {
        email: client.email,
        password: client.password,
      });
      const later = { ...client, token: String(body.access_token) };
      const requestId = await submitAsync(service.api.client, later.token);
      const unproven = await service.api.client
        .withToken(later.token)
        .get(`/api/v1/verifications/${requestId}/evidence.tlog-proof`);
      expect(unproven.status).to.equal(409);

      await worker?.stop();
      await service.startWorker({ LOG_ORIGIN: 'back.test/log-2' });
      await isProven(service, later, requestId);
      const [row] = await service.db.query('SELECT 1 FROM verifications WHERE id = $1', [
        fromPublicId('verification', gone),
      ]);
      expect(row, 'what is gone').to.equal(undefined);
      expect((await verifyLog(service.db)).problems).to.deep.equal([]);
    } finally {
      await service.stop();
      await Promise.all([pair.remove(), redis.remove()]);
    }
  });
});
