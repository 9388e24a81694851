import type { Sql } from '../../shared/db/database.js';
import type { Client } from '../../shared/db/entities/client.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { foldName } from '../../shared/domain/fold-name.js';
import { HIGHEST_ID } from '../../shared/domain/ids.js';
import type { SpendingLimits } from '../../shared/domain/spending.js';
import { type ClientFigures, figureColumns, joinFigures } from '../home/client-figures.js';
import { dayOf, firstDay } from '../home/present-home.js';
import type { PageRequest } from '../http/page.js';
import { limitsColumn } from '../spending/limits-column.js';
import type { ClientFilters } from './clients-query.js';

export interface ClientRow
  extends RowOf<
      Client,
      'id' | 'name' | 'suspended' | 'low_balance_threshold' | 'retention_days' | 'created_at'
    >,
    ClientFigures {
  limits: SpendingLimits | null;
}

/** Figures are those of so many days, including today, in UTC. */
export const FIGURE_DAYS = 30;

const SELECT = `SELECT c.id, c.name, c.suspended, c.low_balance_threshold, c.retention_days, c.created_at,
  ${limitsColumn('c.id', 'c.id')}, ${figureColumns('c.id', '$1', '$2')}
  FROM clients c ${joinFigures('c.id', '$1', '$2')}`;

/** The first and the last day of the figures. */
function figurePeriod(now = new Date()): [from: string, to: string] {
  return [firstDay(now, FIGURE_DAYS), dayOf(now)];
}

/**
 * Returns what reads the pages of one list: one client more than the page holds, newest first, because ids grow with
 * time. Names are compared once for all pages.
 */
export function clientsLoader({ name }: ClientFilters) {
  let named: readonly string[] | null | undefined;

  return async (sql: Sql, { limit, after }: PageRequest): Promise<ClientRow[]> => {
    if (named === undefined) named = name === undefined ? null : await idsNamed(sql, name);
    return sql.query<ClientRow>(
      `${SELECT} WHERE c.mode = 'live' AND c.id < $3 AND ($5::uuid[] IS NULL OR c.id = ANY ($5))
       ORDER BY c.id DESC LIMIT $4`,
      [...figurePeriod(), after ?? HIGHEST_ID, limit + 1, named],
    );
  };
}

/**
 * The clients whose name contains this one. Names are compared here, because lower() of PostgreSQL knows only the
 * letters of the database's locale.
 */
async function idsNamed(sql: Sql, name: string): Promise<string[]> {
  const clients = await sql.query<RowOf<Client, 'id' | 'name'>>(
    `SELECT id, name FROM clients WHERE mode = 'live'`,
  );
  const sought = foldName(name);
  return clients.filter((client) => foldName(client.name).includes(sought)).map(({ id }) => id);
}

/** Reads one client, or undefined if there is none. */
export async function loadClient(sql: Sql, id: string): Promise<ClientRow | undefined> {
  const [row] = await sql.query<ClientRow>(`${SELECT} WHERE c.id = $3 AND c.mode = 'live'`, [
    ...figurePeriod(),
    id,
  ]);
  return row;
}
