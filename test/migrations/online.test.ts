import { expect } from 'chai';
import type pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import { runOnly } from '../support/database/run-migrations.js';
import { createEmptyDatabase } from '../support/database/superuser.js';

const ALL: readonly MigrationInterface[] = migrations.map((Migration) => new Migration());
const IN_STEPS = ALL.filter(({ transaction }) => transaction === false);
/** Other statements lock a table, or some of its rows, only for a moment. */
const CONCURRENT = IN_STEPS.filter(({ up }) => up.toString().includes('buildIndex'));

const BUILDING = 'SELECT pid FROM pg_stat_progress_create_index WHERE datname = current_database()';

/** The statements that a migration would send to PostgreSQL. */
async function statementsOf(migration: MigrationInterface, direction: 'up' | 'down'): Promise<string[]> {
  const statements: string[] = [];
  // Every query is answered with a row, so that conditional statements are included too.
  const recorder = { query: async (text: string) => [statements.push(text.trim())] };
  await migration[direction](recorder as unknown as QueryRunner);
  return statements;
}

interface IndexBuild {
  name: string;
  table: string;
  concurrent: boolean;
}

function buildsIn(statements: readonly string[]): IndexBuild[] {
  const pattern =
    /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+ON\s+(\w+)/gi;
  return [...statements.join(';\n').matchAll(pattern)].map(([, concurrently, name = '', table = '']) => ({
    name,
    table,
    concurrent: concurrently !== undefined,
  }));
}

async function indexedTables(migration: MigrationInterface): Promise<string[]> {
  return [...new Set(buildsIn(await statementsOf(migration, 'up')).map(({ table }) => table))];
}

describe('The migrations, as statements', () => {
  it('build an index of a table that was there before them CONCURRENTLY', async () => {
    const standing = new Set<string>();
    const refused: string[] = [];
    for (const migration of ALL) {
      const statements = await statementsOf(migration, 'up');
      for (const { name, table, concurrent } of buildsIn(statements)) {
        if (standing.has(table) && !concurrent) refused.push(`${migration.name}: ${name}`);
      }
      for (const [, table = ''] of statements.join(';\n').matchAll(/\bCREATE\s+TABLE\s+(\w+)/gi))
        standing.add(table);
    }
    expect([...standing]).to.include.members(['verifications', 'webhook_events', 'audit_log']);
    expect(refused).to.deep.equal([]);
  });

  it('do nothing outside a transaction but what may be repeated from any point', async () => {
    const repeatable = [
      /^(SET lock_timeout = 0|RESET lock_timeout|DROP INDEX CONCURRENTLY IF EXISTS \w+)$/,
      /^SELECT FROM pg_index WHERE indexrelid = to_regclass\('\w+'\) AND NOT indisvalid$/,
      /^CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS /,
      /^DROP POLICY IF EXISTS \w+ ON \w+$/,
      /^CREATE POLICY /,
      /^DO \$\$\s.*\bLOOP\b.* IS NULL;\s+COMMIT;/s,
      /^DO \$\$\s.*\bLOOP\b.*PERFORM pg_advisory_xact_lock.*DO UPDATE SET \w+ = excluded\.[^;+]*;\s+COMMIT;/s,
      /^DO \$\$\s.*\bFROM pg_policies\b.*\bLOOP\b.*'ALTER POLICY .* RENAME TO .*\bCOMMIT;/s,
      /^ALTER TABLE \w+ (DROP CONSTRAINT (\w+), ADD CONSTRAINT \2 CHECK \((?:(?!CONSTRAINT).)*\) NOT VALID(, |$))+$/s,
      /^ALTER TABLE \w+ (VALIDATE CONSTRAINT \w+(, |$))+$/,
      /^CREATE OR REPLACE TRIGGER /,
      /^ALTER TABLE \w+ NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY$/,
    ];
    const isRepeatable = (statement: string) => repeatable.some((pattern) => pattern.test(statement));
    for (const migration of IN_STEPS) {
      const up = await statementsOf(migration, 'up');
      for (const statement of [...up, ...(await statementsOf(migration, 'down'))]) {
        expect(isRepeatable(statement), `${migration.name}: ${statement}`).to.equal(true);
      }
      for (const [index, statement] of up.entries()) {
        const [, policy] = /^CREATE POLICY (\w+ ON \w+)/.exec(statement) ?? [];
        if (policy === undefined) continue;
        expect(up.indexOf(`DROP POLICY IF EXISTS ${policy}`), policy).to.be.within(0, index);
      }
      for (const { name } of buildsIn(up)) {
        const drop = up.indexOf(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        expect(drop, `what is left of ${name} goes first`).to.be.within(
          0,
          up.findIndex((statement) => statement.includes(`CONCURRENTLY IF NOT EXISTS ${name} ON`)),
        );
      }
    }
  });
});

describe('A migration that builds an index', function () {
  this.timeout(60_000);

  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  const runUpTo = (migration: MigrationInterface) =>
    runOnly(database.ownerUrl, migrations.slice(0, ALL.indexOf(migration)));

  /**
   * Runs the migrations, and `work` while an index of one of these tables is being built, which a writer blocks until
   * then. Returns the code of the failure, if there was one.
   */
  async function whileBuilding(tables: readonly string[], work: (client: pg.Client) => Promise<unknown>) {
    const outcome = await withClient(database.ownerUrl, async (holder) => {
      await holder.query('BEGIN');
      await holder.query(`LOCK TABLE ${tables.join()} IN ROW EXCLUSIVE MODE`);
      const failed = migrate({ ownerUrl: database.ownerUrl }).then(
        () => undefined,
        (error: { code: string }) => error.code,
      );
      // On a connection without a transaction, which would keep its first snapshot.
      await withClient(database.ownerUrl, async (client) => {
        const building = async () => (await client.query(BUILDING)).rows.length === 1;
        await waitFor(building, { describe: 'an index is being built', timeoutMs: 20_000 });
        await work(client);
      });
      // Wrapped in an object, so that it is not awaited before the writer has ended.
      return { failed };
    });
    return outcome.failed;
  }

  /** The indexes that a build left behind unfinished. */
  function invalid(): Promise<number> {
    return withClient(
      database.ownerUrl,
      async (client) => (await client.query('SELECT FROM pg_index WHERE NOT indisvalid')).rows.length,
    );
  }

  for (const migration of CONCURRENT) {
    it(`lets everybody read and write meanwhile: ${migration.name}`, async () => {
      await runUpTo(migration);
      const tables = await indexedTables(migration);
      const failed = await whileBuilding(tables, async (writer) => {
        await writer.query('BEGIN');
        await writer.query(`LOCK TABLE ${tables.join()} IN ROW EXCLUSIVE MODE NOWAIT`);
      });
      expect(failed).to.equal(undefined);
      expect(await invalid()).to.equal(0);
    });
  }

  it('leaves a whole index where it is when it is repeated: what stood in for it may be gone', async () => {
    await migrate({ ownerUrl: database.ownerUrl });
    const read = () =>
      withClient(database.ownerUrl, async (client) => {
        const { rows } = await client.query(
          `SELECT to_regclass('provider_calls_one_possible_of_check')::oid AS guard`,
        );
        await client.query(`DELETE FROM migrations WHERE name = 'MergeCallIndexes1795401500000'`);
        return rows;
      });
    const before = await read();
    await migrate({ ownerUrl: database.ownerUrl });
    expect(before[0]?.guard).to.be.a('number');
    expect(await read()).to.deep.equal(before);
  });

  const [LAST] = CONCURRENT.slice(-1);
  if (LAST === undefined) throw new Error('No migration builds an index');
  const ends: readonly [what: string, sessions: string][] = [
    ['died half way', BUILDING],
    [
      'lost its turn, so that nobody works beside another',
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${ADVISORY_LOCKS.migrate}
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    ],
  ];
  for (const [what, sessions] of ends) {
    it(`is repeated after it ${what}`, async () => {
      await runUpTo(LAST);
      const failed = await whileBuilding(await indexedTables(LAST), (client) =>
        client.query(`SELECT pg_terminate_backend(pid) FROM (${sessions}) AS ended`),
      );
      expect(failed, 'admin_shutdown').to.equal('57P01');
      expect(await invalid()).to.equal(1);
      await migrate({ ownerUrl: database.ownerUrl });
      expect(await invalid()).to.equal(0);
    });
  }
});
