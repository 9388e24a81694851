import { joinPeriod, RUNNING_COUNTS } from '../../shared/db/running-totals.js';
import type { WireClient } from '../../shared/wire/admin.js';

/** What a client requested in some days, what it has left, and how many people it has. */
export type ClientFigures = WireClient['figures'];

/**
 * SQL of FROM for ClientFigures, behind a table with the id of a live client; `from` is the first day and `to` the
 * last.
 */
export function joinFigures(clientId: string, from: string, to: string): string {
  return `JOIN wallets w ON w.client_id = ${clientId} ${joinPeriod(clientId, `${from}::date`, `${to}::date`)}`;
}

/**
 * Its columns. The newest day is looked for in the order of the key: in that of the days, among those of every client.
 */
export function figureColumns(clientId: string, from: string, to: string): string {
  return `${RUNNING_COUNTS.map((name) => `f.${name}`).join(', ')}, (
    SELECT to_char(day, 'YYYY-MM-DD') FROM daily_figures
    WHERE client_id = ${clientId} AND day BETWEEN ${from}::date AND ${to}::date AND submitted > 0
    ORDER BY day DESC, service_code DESC LIMIT 1
  ) AS last_day, w.balance - w.reserved AS available,
  (SELECT count(*)::int FROM users u WHERE u.client_id = ${clientId} AND u.removed_at IS NULL) AS users`;
}
