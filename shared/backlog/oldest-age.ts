/**
 * SQL for the age of the oldest in seconds; null if there is none. If a wrong clock stamped it in the future it is 0,
 * never less: an alert on a negative age would stay silent for as long as the clock was ahead.
 */
export const oldestAge = (column: string): string =>
  `CASE WHEN min(${column}) IS NOT NULL THEN greatest(0, extract(epoch FROM now() - min(${column}))::int) END`;
