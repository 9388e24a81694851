import { expect } from 'chai';
import pg from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { waitFor } from '../../../harness/wait-for.js';
import type { Database, Sql } from '../../../shared/db/database.js';
import { isUnavailable } from '../../../shared/db/sqlstate.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';

/** More than a transaction is attempted. */
const FOR_EVER = 100;

function raise(sqlstate: string): string {
  return `DO $$ BEGIN RAISE EXCEPTION 'forced' USING ERRCODE = '${sqlstate}'; END $$`;
}

async function pidOf(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return row?.pid ?? 0;
}

/** The code or message that a promise is rejected with. */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no failure',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
}

describe('openDatabase', () => {
  const database = useDatabase();
  let owner: Database;

  before(async () => {
    owner = await database.open({ url: database.ownerUrl });
    await owner.query('CREATE TABLE counters (name text PRIMARY KEY, count integer NOT NULL)');
    await owner.query('GRANT SELECT, INSERT, UPDATE ON counters TO PUBLIC');
  });

  beforeEach(async () => {
    await owner.query('TRUNCATE counters');
    await owner.query(`INSERT INTO counters VALUES ('a', 0), ('b', 0)`);
  });

  function add(sql: Sql, name: string): Promise<object[]> {
    return sql.query('UPDATE counters SET count = count + 1 WHERE name = $1', [name]);
  }

  async function counts(): Promise<unknown> {
    return owner.query('SELECT name, count FROM counters ORDER BY name');
  }

  /** Ends a backend from another connection, as an administrator or a failover does. */
  async function terminate(pid: number): Promise<void> {
    const killer = new pg.Client({ connectionString: database.url });
    await killer.connect();
    await killer.query('SELECT pg_terminate_backend($1)', [pid]);
    await killer.end();
  }

  describe('a transaction', () => {
    it('is run again after a deadlock, and both of its victims end', async () => {
      let attempts = 0;
      let arrived = 0;
      const run = (first: string, second: string) =>
        database.db.transaction(async (sql) => {
          attempts += 1;
          await add(sql, first);
          arrived += 1;
          // Each has locked its first row before either requests its second.
          await waitFor(() => arrived >= 2, { describe: 'both transactions hold a row' });
          await add(sql, second);
        });
      await Promise.all([run('a', 'b'), run('b', 'a')]);
      expect(attempts).to.be.greaterThan(2);
      expect(await counts()).to.deep.equal([
        { name: 'a', count: 2 },
        { name: 'b', count: 2 },
      ]);
    });

    for (const sqlstate of ['40001', '40P01', '57P01', '55P03', '53300']) {
      it(`is run again after ${sqlstate}, without what it did before`, async () => {
        let attempts = 0;
        const result = await database.db.transaction(async (sql) => {
          attempts += 1;
          await add(sql, 'a');
          if (attempts < 3) await sql.query(raise(sqlstate));
          return attempts;
        });
        expect(result).to.equal(3);
        expect(await counts()).to.deep.include({ name: 'a', count: 1 });
      });
    }

    it('is run again when its connection is ended between two statements', async () => {
      let attempts = 0;
      await database.db.transaction(async (sql) => {
        attempts += 1;
        await add(sql, 'a');
        if (attempts === 1) await terminate(await pidOf(sql));
        await add(sql, 'b');
      });
      expect(attempts).to.equal(2);
      expect(await counts()).to.deep.equal([
        { name: 'a', count: 1 },
        { name: 'b', count: 1 },
      ]);
    });

    it('is run again when its connection is ended during a statement', async () => {
      let attempts = 0;
      await database.db.transaction(async (sql) => {
        attempts += 1;
        await add(sql, 'a');
        if (attempts > 1) return;
        const pid = await pidOf(sql);
        await Promise.all([sql.query('SELECT pg_sleep(5)'), terminate(pid)]);
      });
      expect(attempts).to.equal(2);
      expect(await counts()).to.deep.include({ name: 'a', count: 1 });
    });

    it('is given up after four attempts', async () => {
      let attempts = 0;
      const giveUp = database.db.transaction(async (sql) => {
        attempts += 1;
        if (attempts < FOR_EVER) await sql.query(raise('40001'));
      });
      expect(await failureOf(giveUp)).to.equal('40001');
      expect(attempts).to.equal(4);
    });

    it('is given up after four lost connections, and says that the database is away', async () => {
      let attempts = 0;
      const failure = await database.db
        .transaction(async (sql) => {
          attempts += 1;
          await terminate(await pidOf(sql));
          await add(sql, 'a');
        })
        .catch((error: unknown) => error);
      expect(attempts).to.equal(4);
      expect(isUnavailable(failure)).to.equal(true);
      expect(await counts()).to.deep.include({ name: 'a', count: 0 });
    });

    for (const [what, fail, failure] of [
      ['a violated constraint', (sql: Sql) => sql.query(`INSERT INTO counters VALUES ('a', 1)`), '23505'],
      ['a fault of the server', (sql: Sql) => sql.query(raise('XX000')), 'XX000'],
      ['an error of ours', () => Promise.reject(new Error('ours')), 'ours'],
    ] as const) {
      it(`is not run again after ${what}, and leaves nothing behind`, async () => {
        let attempts = 0;
        const failed = database.db.transaction(async (sql) => {
          attempts += 1;
          await add(sql, 'a');
          await fail(sql);
        });
        expect(await failureOf(failed)).to.equal(failure);
        expect(attempts).to.equal(1);
        expect(await counts()).to.deep.include({ name: 'a', count: 0 });
      });
    }

    it('writes and commits with its last statement', async () => {
      await database.db.transaction(async (sql) => {
        await add(sql, 'a');
        await sql.finish('UPDATE counters SET count = count + 10 WHERE name = $1', ['a']);
        // Another connection sees it before the transaction function returns.
        expect(await counts()).to.deep.include({ name: 'a', count: 11 });
      });
    });

    it('writes nothing when its last statement fails, although the commit was sent behind it', async () => {
      let attempts = 0;
      const failed = database.db.transaction(async (sql) => {
        attempts += 1;
        await add(sql, 'a');
        await sql.finish(`INSERT INTO counters VALUES ('a', 1)`);
      });
      expect(await failureOf(failed)).to.equal('23505');
      expect(attempts).to.equal(1);
      expect(await counts()).to.deep.include({ name: 'a', count: 0 });
    });

    it('refuses a statement behind its commit, which would be a transaction of its own', async () => {
      const failed = database.db.transaction(async (sql) => {
        await sql.finish('UPDATE counters SET count = 1 WHERE name = $1', ['a']);
        await add(sql, 'b');
      });
      expect(await failureOf(failed)).to.match(/^Bug: /);
      expect(await counts()).to.deep.include({ name: 'b', count: 0 });
    });

    it('runs statements that are sent together one behind the other', async () => {
      const [locked, seen] = await database.db.transaction(async (sql) => {
        const blocker = await database.db.transaction(async (other) => {
          await add(other, 'a');
          const both = Promise.all([
            sql.query(`SELECT count FROM counters WHERE name = 'a' FOR UPDATE`),
            sql.query(`SELECT count FROM counters WHERE name = 'a'`),
          ]);
          return { both };
        });
        return blocker.both;
      });
      expect(locked).to.deep.equal([{ count: 1 }]);
      expect(seen, 'read before the lock was held').to.deep.equal([{ count: 1 }]);
    });

    it('gives its connection back clean after every kind of end', async () => {
      const single = await database.open({ poolSize: 1 });
      await failureOf(single.transaction(() => Promise.reject(new Error('ours'))));
      await failureOf(single.transaction((sql) => sql.query('SELECT 1 / 0')));
      await failureOf(single.transaction(async (sql) => terminate(await pidOf(sql))));
      // If a transaction were still open, no other connection would see this.
      await add(single, 'a');
      expect(await counts()).to.deep.include({ name: 'a', count: 1 });
    });
  });

  describe('a statement of its own', () => {
    it('is run again when its connection is lost, and counts once when it had been done', async () => {
      for (const moment of ['before', 'after'] as const) {
        const proxy = await startCuttingProxy(database.url);
        try {
          const unlucky = await database.open({ url: proxy.url });
          proxy.cutNext(moment, 'counters');
          const text = `INSERT INTO counters VALUES ('${moment}', 1) ON CONFLICT DO NOTHING`;
          await unlucky.statement(text);
          expect(proxy.cuts()).to.equal(1);
          expect(await counts()).to.deep.include({ name: moment, count: 1 });
        } finally {
          await proxy.close();
        }
      }
    });

    it('is not run again after an error of its own', async () => {
      expect(await failureOf(database.db.statement('SELECT 1 / 0'))).to.equal('22012');
    });
  });

  it('survives that the server ends its idle connections', async () => {
    const db = await database.open({ poolSize: 3 });
    const pool = (db.dataSource.driver as PostgresDriver).master as pg.Pool;
    const pids = await Promise.all([1, 2, 3].map(() => db.transaction((sql) => pidOf(sql))));
    for (const pid of new Set(pids)) await terminate(pid);
    await waitFor(() => pool.totalCount === 0, { describe: 'the pool noticed' });
    expect(new Set(pids)).to.not.include(await pidOf(db));
  });

  for (const [setting, value] of Object.entries({
    lock_timeout: '2s',
    statement_timeout: '5s',
    idle_in_transaction_session_timeout: '10s',
    application_name: 'test',
    plan_cache_mode: 'force_generic_plan',
  })) {
    it(`opens sessions with ${setting} ${value}`, async () => {
      expect(await database.db.query(`SHOW ${setting}`)).to.deep.equal([{ [setting]: value }]);
    });
  }

  it('opens connections that wait neither for a dead server nor for a full pool for ever', () => {
    const pool = (database.db.dataSource.driver as PostgresDriver).master as pg.Pool;
    expect(pool.options).to.include({ connectionTimeoutMillis: 3_000, query_timeout: 8_000, max: 4 });
  });

  it('ends a statement that waits too long for a lock, as unavailable', async () => {
    const db = await database.open({ poolSize: 1 });
    const failure = await database.db.transaction(async (sql) => {
      await add(sql, 'a');
      return add(db, 'a').catch((error: unknown) => error);
    });
    expect(failure).to.have.property('code', '55P03');
    expect(isUnavailable(failure)).to.equal(true);
  });

  it('binds values and never reads them as SQL', async () => {
    const text = `'; DROP TABLE counters; --`;
    expect(await database.db.query('SELECT $1::text AS text', [text])).to.deep.equal([{ text }]);
    expect(await counts()).to.have.lengthOf(2);
  });

  it('leaves nothing behind in sessions that are shared, as the address says', async () => {
    const shared = await database.open({ url: `${database.url}?pgbouncer=true`, poolSize: 1 });
    await shared.transaction((sql) => add(sql, 'a'));
    expect(await shared.query('SELECT name FROM pg_prepared_statements')).to.deep.equal([]);
    expect(await shared.query('SHOW statement_timeout')).to.deep.equal([{ statement_timeout: '0' }]);
    const pool = (shared.dataSource.driver as PostgresDriver).master as pg.Pool;
    expect(pool.options).to.include({ connectionTimeoutMillis: 3_000, query_timeout: 8_000 });
  });

  it('prepares a statement once per connection', async () => {
    const single = await database.open({ poolSize: 1 });
    for (const name of ['a', 'b', 'c'])
      await single.query('SELECT count FROM counters WHERE name = $1', [name]);
    expect(
      await single.query(`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%counters%'
        AND statement NOT LIKE '%pg_prepared%'`),
    ).to.have.lengthOf(1);
  });
});
