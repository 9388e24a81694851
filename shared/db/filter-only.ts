/**
 * A condition that only filters rows found by a key, written so that no index can serve it. A plan is made once per
 * connection, perhaps while every table is empty: all indexes then look alike, and PostgreSQL would as soon read all
 * pending checks, or all verifications of a client, as find one by its id.
 */
export function filterOnly(condition: string): string {
  return `CASE WHEN ${condition} THEN true ELSE false END`;
}
