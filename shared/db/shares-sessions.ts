/**
 * Whether the address says, with the customary `?pgbouncer=true`, that it leads to a pooler that gives each transaction
 * another session. Nothing may then be left in a session: no prepared statements or locks, and settings only of the
 * role.
 */
export function sharesSessions(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('pgbouncer') === 'true';
}
