import type { Sql } from '../db/database.js';
import type { DatabaseHistory } from '../db/entities/database-history.entity.js';
import type { RowOf } from '../db/row-of.js';
import type { AcceptingDatabase } from '../witness/acknowledgements.js';
import { NEWEST_HISTORY, THIS_DATABASE } from './this-database.js';

/**
 * Reads where the transaction writes: which history it assumes, on which server and timeline, and whether that server
 * meets the durability demanded, an SQL condition.
 */
export async function readAcceptingDatabase(
  sql: Sql,
  durable: string,
): Promise<(AcceptingDatabase & { durable: boolean }) | undefined> {
  const [row] = await sql.query<AcceptingRow>(
    `SELECT newest.id, this.system_identifier, this.timeline, ${durable} AS durable
     FROM (${NEWEST_HISTORY}) AS newest, (${THIS_DATABASE}) AS this`,
  );
  if (row === undefined) return undefined;
  const { id: historyId, system_identifier: systemIdentifier, timeline } = row;
  return { historyId, systemIdentifier, timeline, durable: row.durable };
}

interface AcceptingRow extends RowOf<DatabaseHistory, 'id' | 'system_identifier' | 'timeline'> {
  durable: boolean;
}
