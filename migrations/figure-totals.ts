/** The counts of daily figures. */
export const FIGURES = [
  'submitted',
  'completed',
  'credits',
  'reviewed',
  'positive',
  'negative',
  'no_record',
  'mixed',
  'rejected',
  'closed',
] as const;

/** Those that have a running total of each client. */
export const RUNNING = ['submitted', 'completed', 'credits', 'reviewed'] as const;

/** Test sides of clients are in no total. */
export const IS_LIVE = `substr(client_id::text, 15, 1) <> '8'`;

/** SQL of an upsert up to its conflict: the sums of all live clients by day and the columns of `by`, in a table called `t`. */
export function dayTotals(
  table: string,
  by: readonly string[],
  counts: readonly string[],
  source: string,
): string {
  const keys = ['day', ...by].join(', ');
  return `INSERT INTO ${table} AS t (${keys}, ${counts.join(', ')})
      SELECT ${keys}, ${counts.map((name) => `sum(${name})`).join(', ')}
      FROM ${source} WHERE ${IS_LIVE} GROUP BY ${keys}`;
}

/** SQL that sets columns. */
export function setEach(columns: readonly string[], value: (column: string) => string): string {
  return columns.map((column) => `${column} = ${value(column)}`).join(', ');
}
