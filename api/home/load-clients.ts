import type { Sql } from '../../shared/db/database.js';
import { isLive } from '../../shared/db/of-mode.js';
import type { Period } from './load-figures.js';

export interface ClientSums {
  id: string;
  name: string;
  submitted: number;
  completed: number;
  credits: number;
  reviewed: number;
  last_day: string | null;
  available: number;
  users: number;
}

const MOST = 100;

/** Reads what each client requested in some days, most active first; clients with no requests come last. */
export function loadClientSums(sql: Sql, { from, to }: Period): Promise<ClientSums[]> {
  return sql.query<ClientSums>(
    `SELECT c.id, c.name, coalesce(f.submitted, 0) AS submitted, coalesce(f.completed, 0) AS completed,
       coalesce(f.credits, 0) AS credits, coalesce(f.reviewed, 0) AS reviewed, f.last_day,
       w.balance - w.reserved AS available,
       (SELECT count(*)::int FROM users u WHERE u.client_id = c.id AND u.removed_at IS NULL) AS users
     FROM clients c JOIN wallets w ON w.client_id = c.id LEFT JOIN (
       SELECT client_id, sum(submitted)::int AS submitted, sum(completed)::int AS completed,
         sum(credits)::int AS credits, sum(reviewed)::int AS reviewed,
         to_char(max(day) FILTER (WHERE submitted > 0), 'YYYY-MM-DD') AS last_day
       FROM daily_figures WHERE day BETWEEN $1::date AND $2::date GROUP BY client_id
     ) AS f ON f.client_id = c.id
     WHERE ${isLive('c.id')}
     ORDER BY f.submitted DESC NULLS LAST, c.id DESC LIMIT ${MOST}`,
    [from, to],
  );
}
