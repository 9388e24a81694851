import { expect } from 'chai';
import { type DatabasePool, openPool, type Sql } from '../../../shared/db/database.js';
import { beginIn, ofClients, type Scope } from '../../../shared/db/scope.js';
import { newId } from '../../../shared/domain/ids.js';
import { useDatabase } from '../../support/database/use-database.js';

async function scopeOf(sql: Sql): Promise<string | null> {
  const [row] = await sql.query<{ scope: string | null }>(
    `SELECT nullif(current_setting('app.scope', true), '') AS scope`,
  );
  return row?.scope ?? null;
}

const TELLING = `SELECT count(*)::int FROM pg_prepared_statements WHERE statement LIKE '%set_config(''app.scope''%'`;

describe('a scope', () => {
  const database = useDatabase();
  let pool: DatabasePool;
  // One connection, so that anything one use leaves behind is found by the next.
  before(async () => {
    pool = await openPool({ url: database.url, applicationName: 'test', poolSize: 1 });
  });
  after(() => pool.close());

  const clients = [newId(), newId()];
  const scopes: [Scope, string][] = [
    [{ clients }, `{${clients.join(',')}}`],
    [{ clients: [] }, '{}'],
    ['staff', 'staff'],
    ['sign_in', 'sign_in'],
  ];
  for (const [scope, value] of scopes) {
    it(`of ${typeof scope === 'string' ? scope : `${scope.clients.length} clients`} is that of every statement, and ends with it`, async () => {
      const rows = pool.scoped(scope);
      expect(await scopeOf(rows)).to.equal(value);
      expect(await scopeOf({ query: rows.statement })).to.equal(value);
      expect(await rows.transaction(scopeOf)).to.equal(value);
      expect(await scopeOf(pool.unscoped)).to.equal(null);
    });
  }

  it('ends with a transaction that fails', async () => {
    const failed = await pool
      .scoped('staff')
      .query('SELECT 1 / 0')
      .catch(({ code }) => code);
    expect(failed).to.equal('22012');
    expect(await scopeOf(pool.unscoped)).to.equal(null);
  });

  for (const wrong of ['SELECT 1 / 0', 'SELECT nothing']) {
    it(`is that of the next read when the first of a connection fails: ${wrong}`, async () => {
      const reads = await openPool({ url: database.url, applicationName: 'test', poolSize: 1 });
      const staff = reads.scoped('staff');
      const failed = await staff.query(wrong).catch(({ code }) => code);
      expect(failed).to.be.oneOf(['22012', '42703']);
      expect(await scopeOf(staff)).to.equal('staff');
      expect(await scopeOf(reads.unscoped)).to.equal(null);
      await reads.close();
    });
  }

  it('is told by one statement, which a connection prepares once', async () => {
    const first = await pool.scoped('staff').query<{ count: number }>(TELLING);
    await pool.scoped({ clients }).query('SELECT 1');
    expect(await pool.scoped('sign_in').query(TELLING)).to.deep.equal(first);
    expect(first).to.deep.equal([{ count: 1 }]);
  });

  it('gives back the rows that a statement returns, and commits it', async () => {
    const id = newId();
    const rows = await pool
      .scoped({ clients: [id] })
      .query(`INSERT INTO clients (id, name) VALUES ($1, 'made') RETURNING name`, [id]);
    expect(rows).to.deep.equal([{ name: 'made' }]);
    expect(await database.db.query('SELECT name FROM clients WHERE id = $1', [id])).to.deep.equal(rows);
  });

  it('of a whole database is that of its sessions', async () => {
    const db = await database.open({ scope: 'worker', poolSize: 1 });
    expect(await scopeOf(db)).to.equal('worker');
    expect(await db.transaction(scopeOf)).to.equal('worker');
  });

  it('of a whole database is told with each transaction where sessions are shared', async () => {
    const url = `${database.url}?pgbouncer=true`;
    const db = await database.open({ url, scope: 'worker', poolSize: 1 });
    expect(await scopeOf(db)).to.equal('worker');
    expect(await db.transaction(scopeOf)).to.equal('worker');
    const [session] = await db.query<{ prepared: number }>(
      `SELECT count(*)::int AS prepared FROM pg_prepared_statements`,
    );
    expect(session).to.deep.equal({ prepared: 0 });
  });

  it('names each client once, and nothing that is no id', () => {
    const [first = '', second = ''] = clients;
    const keys = [first, second, first].map((clientId) => ({ clientId }));
    expect(ofClients(keys)).to.deep.equal({ clients });
    expect(() => beginIn({ clients: [`${first}'; DROP TABLE clients; --`] })).to.throw('Bug');
  });
});
