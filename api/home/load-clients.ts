import type { Sql } from '../../shared/db/database.js';
import { isLive } from '../../shared/db/of-mode.js';

export interface ClientSums {
  id: string;
  name: string;
  submitted: number;
  completed: number;
  credits: number;
  reviewed: number;
  last_day: string | null;
}

const MOST = 100;

/** What each client asked since a day, most asking first; only those that asked anything. */
export function loadClientSums(sql: Sql, from: string): Promise<ClientSums[]> {
  return sql.query<ClientSums>(
    `SELECT c.id, c.name, f.submitted, f.completed, f.credits, f.reviewed, f.last_day
     FROM (
       SELECT client_id, sum(submitted)::int AS submitted, sum(completed)::int AS completed,
         sum(credits)::int AS credits, sum(reviewed)::int AS reviewed,
         to_char(max(day) FILTER (WHERE submitted > 0), 'YYYY-MM-DD') AS last_day
       FROM daily_figures WHERE day >= $1::date AND ${isLive('client_id')} GROUP BY client_id
     ) AS f JOIN clients c ON c.id = f.client_id
     ORDER BY f.submitted DESC, c.id LIMIT ${MOST}`,
    [from],
  );
}
