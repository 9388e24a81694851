import { THIS_DATABASE } from '../shared/history/this-database.js';
import { withClient } from './with-client.js';

/** Adopts a copy of a template as it stands, under its own history, as if it had been migrated itself. */
export async function adoptCopy(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      WITH gone AS (DELETE FROM database_histories)
      INSERT INTO database_histories
        (system_identifier, timeline, database_oid, table_oid, adopted_how, adopted_by)
      SELECT this.*, 'migration', 'test' FROM (${THIS_DATABASE}) AS this`),
  );
}
