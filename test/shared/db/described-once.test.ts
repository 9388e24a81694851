import { expect } from 'chai';
import pg from 'pg';
import { withClient } from '../../../harness/with-client.js';
import { type Database, openPool } from '../../../shared/db/database.js';
import { ofClient } from '../../../shared/db/scope.js';
import { newId } from '../../../shared/domain/ids.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

/** How often `work` asks PostgreSQL to describe what a statement returns. */
async function countDescriptions(work: () => Promise<unknown>): Promise<number> {
  const { describe: original } = pg.Connection.prototype;
  let count = 0;
  pg.Connection.prototype.describe = function (this: pg.Connection, ...args): void {
    count += 1;
    original.apply(this, args);
  };
  try {
    await work();
    return count;
  } finally {
    pg.Connection.prototype.describe = original;
  }
}

const ROWS = `SELECT n, CASE WHEN n > 1 THEN 'many' END AS word, n = 1 AS first, decode('0a', 'hex') AS bytes,
  timestamptz '2026-01-02 03:04:05Z' AS at, '{"a": 1}'::jsonb AS members, ARRAY[n, NULL] AS list
  FROM generate_series(1, $1::int) AS n`;
const rowOf = (n: number) => ({
  n,
  word: n > 1 ? 'many' : null,
  first: n === 1,
  bytes: Buffer.from([10]),
  at: new Date('2026-01-02T03:04:05Z'),
  members: { a: 1 },
  list: [n, null],
});

/** What to do when a release of pg makes something else of a description. */
const ADVICE =
  'pg keeps a description elsewhere than shared/db/described-once.ts expects: compare lib/query.js and lib/result.js of pg with it. Until it is adapted, runPrepared can pass its config to client.query itself, which is correct, only slower';

/** The members of an object that `work` gives other values. */
function changedBy(work: () => void, target: object): string[] {
  const before = new Map(Object.entries(target));
  work();
  const changed = Object.entries(target).filter(([name, value]) => before.get(name) !== value);
  return changed.map(([name]) => name).sort();
}

describe('what a prepared statement returns', () => {
  const database = useDatabase();

  it('is kept whole: the driver makes no more of a description than is known', () => {
    const describing = () => {
      const query = new pg.Query({ name: 'any', text: 'SELECT 1 AS n' }) as unknown as {
        _result: object;
        handleRowDescription(message: object): void;
      };
      const fields = [{ name: 'n', dataTypeID: 23, format: 'text' }];
      return { query, describe: () => query.handleRowDescription({ fields }) };
    };
    const own = describing();
    expect(changedBy(own.describe, own.query), ADVICE).to.deep.equal(['_accumulateRows']);
    const { query, describe } = describing();
    expect(changedBy(describe, query._result), ADVICE).to.deep.equal([
      '_parsers',
      '_prebuiltEmptyResultObject',
      'fields',
    ]);
  });

  async function withOne(
    scope: 'of the session' | 'of a client',
    work: (db: Database) => Promise<void>,
  ): Promise<void> {
    const pool = await openPool({ url: database.url, applicationName: 'test', poolSize: 1 });
    const db = scope === 'of a client' ? pool.scoped(ofClient(newId())) : pool.unscoped;
    await work(db).finally(() => pool.close());
  }

  for (const scope of ['of the session', 'of a client'] as const) {
    it(`is described once, and read alike each time, in the scope ${scope}`, () =>
      withOne(scope, async (db) => {
        const counts: number[] = [];
        for (const rows of [0, 2, 3, 0, 1]) {
          const read = async () => {
            const expected = Array.from({ length: rows }, (_, index) => rowOf(index + 1));
            expect(await db.query(ROWS, [rows])).to.deep.equal(expected);
          };
          counts.push(await countDescriptions(read));
        }
        expect(counts).to.deep.equal([1, 0, 0, 0, 0]);
      }));

    it(`is read alike after an error, in the scope ${scope}`, () =>
      withOne(scope, async (db) => {
        const text = 'SELECT 1 / $1::int AS quotient';
        for (const [divisor, quotient] of [
          [0, undefined],
          [1, 1],
          [0, undefined],
          [1, 1],
        ]) {
          const found = await db.query(text, [divisor]).catch((error: { code?: string }) => error.code);
          expect(found).to.deep.equal(quotient === undefined ? '22012' : [{ quotient }]);
        }
      }));
  }

  it('is read alike by statements that are sent together', () =>
    withOne('of the session', (db) =>
      db.transaction(async (sql) => {
        const sent = [1, 2, 1].map((rows) => sql.query(ROWS, [rows]));
        expect((await Promise.all(sent)).map((found) => found.length)).to.deep.equal([1, 2, 1]);
        expect(await sql.query(ROWS, [1])).to.deep.equal([rowOf(1)]);
      }),
    ));

  it('is refused once it has other columns, and never read as if it had the old ones', () =>
    withOne('of the session', async (db) => {
      const changed = db.transaction(async (sql) => {
        await sql.query('CREATE TEMPORARY TABLE changing ON COMMIT DROP AS SELECT 1 AS first, 2 AS second');
        const read = () => sql.query('SELECT * FROM changing');
        expect(await read()).to.deep.equal([{ first: 1, second: 2 }]);
        await sql.query('ALTER TABLE changing DROP COLUMN first');
        return read();
      });
      expect(await changed.catch((error: unknown) => error)).to.include({ code: '0A000' });
    }));

  it('is read with its new columns once the connection that had prepared it with others is gone', () =>
    withClient(superuserUrlOf(database.url), (owner) =>
      withOne('of the session', async (db) => {
        await owner.query('CREATE TABLE changing AS SELECT 1 AS first');
        await owner.query('GRANT SELECT ON changing TO PUBLIC');
        const read = () => db.query('SELECT * FROM changing');
        expect(await read()).to.deep.equal([{ first: 1 }]);
        await owner.query('ALTER TABLE changing ADD COLUMN second int DEFAULT 2');
        expect(await read().catch((error: unknown) => error)).to.include({ code: '0A000' });
        expect(await read()).to.deep.equal([{ first: 1, second: 2 }]);
      }),
    ));

  it('is described each time where another statement decides it', () =>
    withOne('of the session', async (db) => {
      for (const [columns, row] of [
        ['1 AS a', { a: 1 }],
        ['2 AS b, 3 AS c', { b: 2, c: 3 }],
      ] as const) {
        await db.query(`PREPARE other AS SELECT ${columns}`);
        expect(await db.query('EXECUTE other')).to.deep.equal([row]);
        await db.query('DEALLOCATE other');
      }
    }));
});
