import { THIS_DATABASE } from '../shared/history/this-database.js';
import { withClient } from './with-client.js';

/** Makes a copy of a template adopted as it stands, under a history of its own, as if it had been migrated itself. */
export async function adoptCopy(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      WITH gone AS (DELETE FROM database_histories)
      INSERT INTO database_histories
        (system_identifier, timeline, database_oid, table_oid, adopted_how, adopted_by)
      SELECT this.*, 'migration', 'test' FROM (${THIS_DATABASE}) AS this`),
  );
}
