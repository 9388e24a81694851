import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { endsTransaction } from '../../../harness/postgres-messages.js';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { waitFor } from '../../../harness/wait-for.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import {
  type AdminRun,
  runAdmin,
  startAdmin,
  TEST_ENCRYPTION_KEYS,
} from '../../support/processes/run-admin.js';

describe('npm run admin, if the connection is lost before the answer comes', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let relay: Relay;
  let client: string;
  let toLose: string;
  before(async () => {
    relay = await startRelay(database.url, () => {
      let committing = false;
      return {
        sent: (bytes) => {
          committing ||= bytes.includes(toLose);
          return bytes;
        },
        received: (bytes) => {
          if (!committing || !endsTransaction(bytes)) return bytes;
          relay.sever();
          return Buffer.alloc(0);
        },
      };
    });
  });
  after(() => relay.close());
  beforeEach(async () => {
    relay.restore();
    toLose = 'COMMIT';
    client = toPublicId('client', (await buildClient(database.db)).id);
  });

  /** Runs a command that is carried out and never hears of it. */
  async function runUnheard(args: readonly string[], environment = {}): Promise<string> {
    const { code, output }: AdminRun = await runAdmin(relay.url, args, environment);
    expect(code).to.equal(1);
    expect(output).to.include('. All of it, or a part, may have been done: run the command again ');
    return output;
  }

  it('grant-credits names the key under which a second run moves them once', async () => {
    const args = ['grant-credits', '--client', client, '--amount', '7', '--note', 'By hand'];
    const [, key = ''] = /run the command again with --key (\S+) once/.exec(await runUnheard(args)) ?? [];
    expect(await runAdmin(database.url, [...args, '--key', key])).to.deep.equal({
      code: 0,
      output: `Nothing moved: these 7 credits of ${client} were moved with this key before.\n`,
    });
  });

  it('one of several transactions says so between them, too', async () => {
    // Of the first batch: the beginning is recorded by then.
    toLose = 'FROM second_factors';
    const environment = { ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS };
    expect(await runUnheard(['rotate-keys'], environment)).to.not.include('The answer to a write was lost');
    expect((await runAdmin(database.url, ['rotate-keys'], environment)).code).to.equal(0);
  });

  it('any other command says that it can be run again', async () => {
    const { email } = await buildUser(database.db, { clientId: null });
    const args = ['suspend', '--email', email];
    expect(await runUnheard(args)).to.include(
      'run the command again once PostgreSQL is back. What is done is not done twice.',
    );
    expect((await runAdmin(database.url, args)).code).to.equal(0);
  });

  it('one that was never connected has done nothing, and says so', async () => {
    const closing = createServer((socket) => socket.end());
    await once(closing.listen(0, '127.0.0.1'), 'listening');
    const { port } = closing.address() as AddressInfo;
    const { code, output } = await runAdmin(`postgres://a:b@127.0.0.1:${port}/x`, [
      'suspend',
      '--email',
      'a@b.test',
    ]);
    closing.close();
    expect(code).to.equal(1);
    expect(output).to.match(
      /^The database of DATABASE_URL cannot be reached: .*: the connection was lost\n$/,
    );
  });

  it('grant-credits that somebody ends while it waits names its key, too', async () => {
    let committed = false;
    const silent = await startRelay(database.url, () => {
      let committing = false;
      return {
        sent: (bytes) => {
          committing ||= bytes.includes('COMMIT');
          return bytes;
        },
        received: (bytes) => {
          committed ||= committing && endsTransaction(bytes);
          return committed ? Buffer.alloc(0) : bytes;
        },
      };
    });
    const args = ['grant-credits', '--client', client, '--amount', '7', '--note', 'By hand'];
    const child = startAdmin(silent.url, args);
    await waitFor(() => committed, { describe: 'the credits are moved' });
    child.signal('SIGINT');
    expect(await child.ended).to.deep.equal({ code: null, signal: 'SIGINT' });
    await silent.close();
    const [, key = ''] = /^Interrupted\. .* again with --key (\S+)\. What/m.exec(child.output()) ?? [];
    const { output } = await runAdmin(database.url, [...args, '--key', key]);
    expect(output).to.match(/^Nothing moved: /);
  });
});
