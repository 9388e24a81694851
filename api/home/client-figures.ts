import type { WireClient } from '../../shared/wire/admin.js';

/** What a client requested in some days, what it has left, and how many people it has. */
export type ClientFigures = WireClient['figures'];

const COUNTS = ['submitted', 'completed', 'credits', 'reviewed'];

/**
 * SQL of FROM for ClientFigures, behind a table with the id of a live client; `from` is the first day and `to` the last. The
 * difference of two running totals costs the same whatever lies between them.
 */
export function joinFigures(clientId: string, from: string, to: string): string {
  const total = (before: string): string =>
    `SELECT * FROM running_totals WHERE client_id = ${clientId} AND day ${before}::date ORDER BY day DESC LIMIT 1`;
  return `JOIN wallets w ON w.client_id = ${clientId}
  LEFT JOIN LATERAL (${total(`<= ${to}`)}) AS until ON true LEFT JOIN LATERAL (${total(`< ${from}`)}) AS earlier ON true
  CROSS JOIN LATERAL (SELECT ${COUNTS.map(difference).join(', ')}) AS f`;
}

const difference = (count: string): string =>
  `(coalesce(until.${count}, 0) - coalesce(earlier.${count}, 0))::float8 AS ${count}`;

/** Its columns. The newest day is looked for in the order of the key: in that of the days, among those of every client. */
export function figureColumns(clientId: string, from: string, to: string): string {
  return `${COUNTS.map((name) => `f.${name}`).join(', ')}, (
    SELECT to_char(day, 'YYYY-MM-DD') FROM daily_figures
    WHERE client_id = ${clientId} AND day BETWEEN ${from}::date AND ${to}::date AND submitted > 0
    ORDER BY day DESC, service_code DESC LIMIT 1
  ) AS last_day, w.balance - w.reserved AS available,
  (SELECT count(*)::int FROM users u WHERE u.client_id = ${clientId} AND u.removed_at IS NULL) AS users`;
}
