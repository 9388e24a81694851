import type { WireClient } from '../../shared/wire/admin.js';
import { sumOf } from './sum-of.js';

/** What a client requested in some days, what it has left, and how many people it has. */
export type ClientFigures = WireClient['figures'];

const SUMS = ['submitted', 'completed', 'credits', 'reviewed'];

/**
 * SQL of FROM for ClientFigures, behind a table with the id of a client; `from` is the first day and `to` the last. The
 * figures are added up client by client: joined to the sums of all, each would be compared with those of every other.
 */
export function joinFigures(clientId: string, from: string, to: string): string {
  return `JOIN wallets w ON w.client_id = ${clientId} CROSS JOIN LATERAL (
    SELECT ${SUMS.map(sumOf).join(', ')}, to_char(max(day) FILTER (WHERE submitted > 0), 'YYYY-MM-DD') AS last_day
    FROM daily_figures WHERE client_id = ${clientId} AND day BETWEEN ${from}::date AND ${to}::date
  ) AS f`;
}

/** Its columns. */
export function figureColumns(clientId: string): string {
  return `${SUMS.map((name) => `f.${name}`).join(', ')}, f.last_day, w.balance - w.reserved AS available,
  (SELECT count(*)::int FROM users u WHERE u.client_id = ${clientId} AND u.removed_at IS NULL) AS users`;
}
