import { expect } from 'chai';
import { withClient } from '../../harness/with-client.js';
import { migrations } from '../../migrations/index.js';
import { runOnly, withMigrations } from '../support/database/run-migrations.js';
import { createEmptyDatabase } from '../support/database/superuser.js';

/** As far as the migration that stores a doubt. */
const KNOWN = migrations.slice(0, migrations.findIndex(({ name }) => name.startsWith('DoubtHistories')) + 1);

describe('A doubt about the history of the database', function () {
  this.timeout(60_000);

  it('is not forgotten by undoing its migration while it keeps calls from being made', async () => {
    const database = await createEmptyDatabase();
    try {
      await runOnly(database.ownerUrl, KNOWN);
      const run = (statement: string) => withClient(database.ownerUrl, (owner) => owner.query(statement));
      const undo = () =>
        withMigrations(database.ownerUrl, KNOWN, (dataSource) => dataSource.undoLastMigration());
      await run(`
        INSERT INTO database_histories
          (id, system_identifier, timeline, database_oid, table_oid, adopted_how, adopted_by, doubted_at)
        VALUES (gen_random_uuid(), 1, 1, 1, 1, 'person', 'test', now())`);
      expect(await undo().catch((error: Error) => error.message)).to.match(/^The database is doubted/);
      expect((await run('SELECT FROM database_histories WHERE doubted_at IS NOT NULL')).rows).to.have.length(
        1,
      );
      await run('UPDATE database_histories SET doubted_at = NULL');
      await undo();
    } finally {
      await database.drop();
    }
  });
});
