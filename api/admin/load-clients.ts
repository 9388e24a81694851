import type { Sql } from '../../shared/db/database.js';
import type { Client } from '../../shared/db/entities/client.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { HIGHEST_ID } from '../../shared/domain/ids.js';
import type { SpendingLimits } from '../../shared/domain/spending.js';
import type { PageRequest } from '../http/page.js';
import { limitsColumn } from '../spending/limits-column.js';

export interface ClientRow
  extends RowOf<
    Client,
    'id' | 'name' | 'suspended' | 'low_balance_threshold' | 'retention_days' | 'created_at'
  > {
  limits: SpendingLimits | null;
}

const COLUMNS = `id, name, suspended, low_balance_threshold, retention_days, created_at,
  ${limitsColumn('clients.id', 'clients.id')}`;

/** Reads one client more than the page holds, newest first: ids grow with time. */
export function loadClients(sql: Sql, { limit, after }: PageRequest): Promise<ClientRow[]> {
  return sql.query<ClientRow>(
    `SELECT ${COLUMNS} FROM clients WHERE mode = 'live' AND id < $1 ORDER BY id DESC LIMIT $2`,
    [after ?? HIGHEST_ID, limit + 1],
  );
}

/** Reads one client, or undefined if there is none. */
export async function loadClient(sql: Sql, id: string): Promise<ClientRow | undefined> {
  const [row] = await sql.query<ClientRow>(`SELECT ${COLUMNS} FROM clients WHERE id = $1 AND mode = 'live'`, [
    id,
  ]);
  return row;
}
