/** What a running total counts: how many requests, results and reviews, and the credits charged. */
export const RUNNING_COUNTS = ['submitted', 'completed', 'credits', 'reviewed'] as const;

/**
 * SQL of joins to `f`, what a live client has had from one day to another, behind a table with its id; the days are SQL
 * of type date. The difference of two running totals costs the same whatever lies between them. The latter of them is
 * `until`, with the newest `day` that has any.
 */
export function joinPeriod(clientId: string, from: string, to: string): string {
  const total = (before: string): string =>
    `SELECT * FROM running_totals WHERE client_id = ${clientId} AND day ${before} ORDER BY day DESC LIMIT 1`;
  return `LEFT JOIN LATERAL (${total(`<= ${to}`)}) AS until ON true
  LEFT JOIN LATERAL (${total(`< ${from}`)}) AS earlier ON true
  CROSS JOIN LATERAL (SELECT ${RUNNING_COUNTS.map(difference).join(', ')}) AS f`;
}

const difference = (count: string): string =>
  `(coalesce(until.${count}, 0) - coalesce(earlier.${count}, 0))::float8 AS ${count}`;
