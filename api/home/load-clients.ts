import type { Sql } from '../../shared/db/database.js';
import { isLive } from '../../shared/db/of-mode.js';
import { type ClientFigures, figureColumns, joinFigures } from './client-figures.js';
import type { Period } from './load-figures.js';

export interface ClientSums extends ClientFigures {
  id: string;
  name: string;
}

const MAX_CLIENTS = 100;

/** Reads what each client requested in some days, most active first; clients with no requests come last. */
export function loadClientSums(sql: Sql, { from, to }: Period): Promise<ClientSums[]> {
  return sql.query<ClientSums>(
    `SELECT c.id, c.name, ${figureColumns('c.id', '$1', '$2')} FROM clients c ${joinFigures('c.id', '$1', '$2')}
     WHERE ${isLive('c.id')} ORDER BY f.submitted DESC, c.id DESC LIMIT ${MAX_CLIENTS}`,
    [from, to],
  );
}
