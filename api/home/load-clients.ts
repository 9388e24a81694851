import type { Sql } from '../../shared/db/database.js';
import { isLive } from '../../shared/db/of-mode.js';
import { sumOf } from './sum-of.js';

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

/**
 * Reads what each client requested since a day, most active first; clients with no requests come last. The figures are
 * added up client by client: joined to all sums, each client would be compared with those of every other.
 */
export function loadClientSums(sql: Sql, from: string): Promise<ClientSums[]> {
  return sql.query<ClientSums>(
    `SELECT c.id, c.name, f.submitted, f.completed, f.credits, f.reviewed, f.last_day,
       w.balance - w.reserved AS available,
       (SELECT count(*)::int FROM users u WHERE u.client_id = c.id AND u.removed_at IS NULL) AS users
     FROM clients c JOIN wallets w ON w.client_id = c.id CROSS JOIN LATERAL (
       SELECT ${['submitted', 'completed', 'credits', 'reviewed'].map(sumOf).join(', ')},
         to_char(max(day) FILTER (WHERE submitted > 0), 'YYYY-MM-DD') AS last_day
       FROM daily_figures WHERE client_id = c.id AND day >= $1::date
     ) AS f
     WHERE ${isLive('c.id')}
     ORDER BY f.submitted DESC, c.id DESC LIMIT ${MOST}`,
    [from],
  );
}
