import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { useDatabase } from '../../support/database/use-database.js';

describe('the sessions of a database', () => {
  const database = useDatabase();

  /** As an administrator might, for everybody who uses the database. */
  async function alterDatabase(change: string): Promise<void> {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      await owner.query(`ALTER DATABASE ${owner.escapeIdentifier(owner.database ?? '')} ${change}`);
    } finally {
      await owner.end();
    }
  }
  afterEach(() => alterDatabase('RESET ALL'));

  for (const style of ['German', 'SQL, DMY', 'Postgres'])
    it(`read timestamps although the database writes them in the style ${style}`, async () => {
      await alterDatabase(`SET datestyle = '${style}'`);
      const db = await database.open();
      const rows = await db.query("SELECT timestamptz '2026-11-05 08:00:00Z' AS at");
      expect(rows).to.deep.equal([{ at: new Date('2026-11-05T08:00:00Z') }]);
    });

  it('find the tables although the database looks for them elsewhere', async () => {
    await alterDatabase('SET search_path = elsewhere');
    const db = await database.open();
    expect(await db.query('SELECT FROM verifications')).to.deep.equal([]);
  });

  it('are bound by the policies although the database turns them off', async () => {
    await alterDatabase('SET row_security = off');
    const db = await database.open();
    expect(await db.query('SELECT FROM verifications')).to.deep.equal([]);
  });

  it('write what is null in an array as null, although the database takes it for a word', async () => {
    await alterDatabase('SET array_nulls = off');
    const db = await database.open();
    expect(await db.query('SELECT unnest($1::text[]) AS name', [[null, 'NULL']])).to.deep.equal([
      { name: null },
      { name: 'NULL' },
    ]);
  });

  it('see what others committed before a lock was theirs, although the database isolates more', async () => {
    await alterDatabase("SET default_transaction_isolation = 'repeatable read'");
    const db = await database.open();
    const [row] = await db.query<{ isolation: string }>(
      "SELECT current_setting('transaction_isolation') AS isolation",
    );
    expect(row).to.deep.equal({ isolation: 'read committed' });
  });

  it('stay, however long they wait for work, although the database ends those that are idle', async () => {
    await alterDatabase("SET idle_session_timeout = '50ms'");
    const db = await database.open({ poolSize: 1 });
    const session = async (): Promise<unknown> => (await db.query('SELECT pg_backend_pid() AS pid'))[0];
    const first = await session();
    await sleep(500);
    expect(await session()).to.deep.equal(first);
  });
});
