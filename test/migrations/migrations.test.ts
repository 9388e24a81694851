import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { MigrationInterface } from 'typeorm';
import { type Relay, startRelay } from '../../harness/relay.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { migrations } from '../../migrations/index.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { createDataSource } from '../../shared/db/data-source.js';
import { readSchema } from '../support/database/read-schema.js';
import { runOnly, withMigrations } from '../support/database/run-migrations.js';
import { createEmptyDatabase, superuserUrlOf } from '../support/database/superuser.js';

const EMPTY = {
  columns: [],
  constraints: [],
  indexes: [],
  policies: [],
  rowSecurity: [],
  triggers: [],
  functions: [],
  types: [],
};

describe('The migrations', function () {
  this.timeout(60_000);

  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;

  beforeEach(async () => {
    database = await createEmptyDatabase();
  });

  afterEach(() => database.drop());

  function schema() {
    return withClient(database.ownerUrl, readSchema);
  }

  /** Reverts all migrations, newest first, as `migration:revert` does. */
  function revertAll(): Promise<void> {
    return withMigrations(database.ownerUrl, migrations, async (dataSource) => {
      for (const Migration of [...migrations].reverse()) {
        const migration: MigrationInterface = new Migration();
        await dataSource.undoLastMigration({
          transaction: migration.transaction === false ? 'none' : 'each',
        });
      }
    });
  }

  it('go up, down to nothing, and up to the same again', async () => {
    await migrate({ ownerUrl: database.ownerUrl });
    const first = await schema();
    expect(first.columns).to.not.have.lengthOf(0);
    await revertAll();
    expect(await schema()).to.deep.equal(EMPTY);
    await migrate({ ownerUrl: database.ownerUrl });
    expect(await schema()).to.deep.equal(first);
  });

  it('create their tables in the schema of the service, where its owner has another one first', async () => {
    await migrate({ ownerUrl: database.ownerUrl });
    const usual = await schema();
    await database.drop();
    database = await createEmptyDatabase();
    await withClient(database.ownerUrl, (owner) => owner.query('CREATE SCHEMA AUTHORIZATION CURRENT_USER'));
    await migrate({ ownerUrl: database.ownerUrl });
    expect(await schema()).to.deep.equal(usual);
  });

  it('may be run by twenty at once on an empty database', async () => {
    const options = { ownerUrl: database.ownerUrl, appUrl: database.url };
    await Promise.all(Array.from({ length: 20 }, () => migrate(options)));
    const names = await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
      return rows.map(({ name }) => name);
    });
    expect(names).to.deep.equal(migrations.map((Migration) => new Migration().name));
  });

  it('change nothing when they are run again', async () => {
    const options = { ownerUrl: database.ownerUrl, appUrl: database.url };
    await migrate(options);
    const first = await schema();
    await migrate(options);
    expect(await schema()).to.deep.equal(first);
  });

  it('let others pass when they cannot have a table at once, and try again', async () => {
    const first = migrations.findIndex(({ name }) => name.startsWith('ErasePersonalData'));
    await runOnly(database.ownerUrl, migrations.slice(0, first));
    await withClient(database.ownerUrl, async (writer) => {
      await writer.query('BEGIN');
      await writer.query('LOCK TABLE verifications IN ROW EXCLUSIVE MODE');
      const done = migrate({ ownerUrl: database.ownerUrl });
      await withClient(database.ownerUrl, async (observer) => {
        const isWaited = async (): Promise<boolean> => {
          const { rows } = await observer.query(
            'SELECT FROM pg_locks WHERE NOT granted AND relation IS NOT NULL',
          );
          return rows.length > 0;
        };
        await waitFor(isWaited, { describe: 'a migration waits for the table', timeoutMs: 20_000 });
        await waitFor(async () => !(await isWaited()), { describe: 'it gives up', timeoutMs: 20_000 });
      });
      await writer.query('COMMIT');
      await done;
    });
    const applied = await withClient(database.ownerUrl, (client) => client.query('SELECT FROM migrations'));
    expect(applied.rows).to.have.length(migrations.length);
  }).timeout(60_000);

  it('hold no table for a process that stands still or cannot be reached any more', async () => {
    const begun = migrations.findIndex(({ name }) => name.startsWith('ErasePersonalData'));
    await runOnly(database.ownerUrl, migrations.slice(0, begun));
    let relay: Relay | undefined;
    relay = await startRelay(database.ownerUrl, () => ({
      sent: (bytes) => bytes,
      received: (bytes) => {
        // PostgreSQL has changed the table, and is never told to commit.
        if (bytes.includes('ALTER TABLE')) relay?.freeze();
        return bytes;
      },
    }));
    try {
      const end = migrate({ ownerUrl: relay.url }).catch((error: unknown) => error);
      await withClient(database.ownerUrl, async (observer) => {
        const isHeld = async (): Promise<boolean> => {
          const { rows } = await observer.query(
            `SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'verifications'::regclass`,
          );
          return rows.length > 0;
        };
        await waitFor(isHeld, { describe: 'a migration holds the table', timeoutMs: 20_000 });
        await waitFor(async () => !(await isHeld()), { describe: 'it is let go', timeoutMs: 30_000 });
      });
      relay.thaw();
      expect(await end).to.be.instanceOf(Error);
    } finally {
      await relay.close();
    }
    await migrate({ ownerUrl: database.ownerUrl });
  }).timeout(90_000);

  it('are tried again after a deadlock with somebody else', async () => {
    await withClient(superuserUrlOf(database.ownerUrl), async (client) => {
      await client.query('CREATE SEQUENCE attempts');
      await client.query(`
        CREATE FUNCTION lose_once() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
          IF nextval('attempts') = 1 THEN RAISE 'deadlock detected' USING ERRCODE = 'deadlock_detected'; END IF;
        END $$`);
      await client.query(`
        CREATE EVENT TRIGGER lose_once ON ddl_command_start WHEN TAG IN ('ALTER TABLE')
        EXECUTE FUNCTION lose_once()`);
      await migrate({ ownerUrl: database.ownerUrl });
      const { rows } = await client.query<{ tried: string }>('SELECT last_value AS tried FROM attempts');
      expect(Number(rows[0]?.tried)).to.be.greaterThan(1);
    });
  });

  it('are in the order of their times, each under the name of its time', () => {
    const names = migrations.map((Migration) => new Migration().name);
    const times = names.map((name) => Number(name.slice(-13)));
    expect(times).to.deep.equal([...times].sort((a, b) => a - b));
    expect(new Set(times).size).to.equal(times.length);
    expect(migrations.map((Migration) => Migration.name)).to.deep.equal(names);
  });

  it('are all that the folder has', async () => {
    const folder = path.resolve(import.meta.dirname, '../../migrations');
    const times = (await readdir(folder)).flatMap((file) => /^\d{13}(?=-)/.exec(file) ?? []);
    expect(migrations.map(({ name }) => name.slice(-13))).to.deep.equal(times.sort());
  });

  it('make exactly what the entities say', async () => {
    await migrate({ ownerUrl: database.ownerUrl });
    const dataSource = createDataSource({ url: database.ownerUrl, applicationName: 'drift', poolSize: 1 });
    await dataSource.initialize();
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).to.deep.equal([]);
    } finally {
      await dataSource.destroy();
    }
  });

  it('leave the database as it was when one of them fails', async () => {
    await withClient(database.ownerUrl, (client) => client.query('CREATE TABLE provider_calls (id integer)'));
    const failure = await migrate({ ownerUrl: database.ownerUrl }).catch(
      (error: { code: string }) => error.code,
    );
    expect(failure).to.equal('42P07');
    const tables = (await schema()).columns?.map((column) => (column as { table_name: string }).table_name);
    expect(tables, 'the migration that failed left nothing').to.not.include('checks');
    expect(tables, 'the ones before it stay').to.include('clients');
  });
});
