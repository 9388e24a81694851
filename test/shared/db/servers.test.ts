import { expect } from 'chai';
import { type OwnServer, startOwnPostgres } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { freePort } from '../../../scripts/embedded/free-port.js';
import { toOneUrl } from '../../../shared/config/several-servers.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { primaryOf } from '../../../shared/db/servers.js';

describe('an address of several servers of PostgreSQL', function () {
  this.timeout(60_000);

  let first: OwnServer;
  let second: OwnServer;
  before(async () => {
    [first, second] = await Promise.all([startOwnPostgres(), startOwnPostgres()]);
    for (const server of [first, second]) {
      await withClient(server.url, async (client) => {
        await client.query(`CREATE ROLE writer LOGIN PASSWORD 'test-only'`);
        await client.query('CREATE TABLE written (at text)');
        await client.query('GRANT ALL ON written TO writer');
      });
    }
  });
  after(() => Promise.all([first, second].map((server) => server.remove())));
  afterEach(() => Promise.all([first, second].map((server) => setReadOnly(server, 'off'))));

  /** A DATABASE_URL that names both servers, after one on which nothing listens. */
  async function addressOfBoth(): Promise<string> {
    const hosts = [first, second].map(({ url }) => new URL(url).host);
    return toOneUrl(`postgres://writer:test-only@127.0.0.1:${await freePort()},${hosts.join(',')}/postgres`);
  }

  const open = (address: string): Promise<OpenDatabase> =>
    openDatabase({ url: address, applicationName: 'test', poolSize: 2, scope: 'operator' });

  it('leads to the one that takes writes', async () => {
    await setReadOnly(first, 'on');
    const address = await addressOfBoth();
    expect(new URL(await primaryOf(address)).host).to.equal(new URL(second.url).host);
    const db = await open(address);
    await db.statement(`INSERT INTO written VALUES ('to the second')`);
    expect(await rowsOf(second)).to.deep.equal(['to the second']);
    await db.close();
  });

  it('is followed when another of them takes over, by the connections that are open too', async () => {
    await setReadOnly(second, 'on');
    const db = await open(await addressOfBoth());
    await db.statement(`INSERT INTO written VALUES ('to the first')`);
    await Promise.all([setReadOnly(first, 'on'), setReadOnly(second, 'off')]);
    await waitFor(
      async () => {
        await db.statement(`INSERT INTO written VALUES ('after the switch')`).catch(() => undefined);
        return (await rowsOf(second)).includes('after the switch');
      },
      { describe: 'what is written arrives at the second', timeoutMs: 15_000 },
    );
    expect(await rowsOf(first)).to.deep.equal(['to the first']);
    await db.close();
  });

  it('fails with what the last of them said when none takes writes', async () => {
    await Promise.all([setReadOnly(first, 'on'), setReadOnly(second, 'on')]);
    const error = await primaryOf(await addressOfBoth()).catch((reason: unknown) => reason);
    expect(error).to.include({ code: '25006' });
  });
});

async function setReadOnly({ url }: OwnServer, value: 'on' | 'off'): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await client.query('SELECT pg_reload_conf()');
    await waitFor(
      async () => {
        const { rows } = await client.query<{ setting: string }>(
          `SELECT setting FROM pg_file_settings WHERE name = 'default_transaction_read_only' AND applied`,
        );
        return rows.at(-1)?.setting === value;
      },
      { describe: 'the setting is read' },
    );
  });
}

function rowsOf({ url }: OwnServer): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ at: string }>('SELECT at FROM written ORDER BY at');
    return rows.map(({ at }) => at);
  });
}
