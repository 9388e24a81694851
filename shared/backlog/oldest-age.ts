/**
 * The age of the oldest in seconds, in SQL; null when there is none. When a wrong clock has stamped it with the future it
 * is 0 and never less: an alert on a negative age would wait for as long as the clock was ahead.
 */
export const oldestAge = (column: string): string =>
  `CASE WHEN min(${column}) IS NOT NULL THEN greatest(0, extract(epoch FROM now() - min(${column}))::int) END`;
