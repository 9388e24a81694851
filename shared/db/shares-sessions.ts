/**
 * Whether the address says, as is usual by `?pgbouncer=true`, that it leads to a pool which gives every transaction
 * another session. Nothing may then be left in a session: no prepared statements, no lock, and settings only of the
 * role.
 */
export function sharesSessions(url: string): boolean {
  return URL.canParse(url) && new URL(url).searchParams.get('pgbouncer') === 'true';
}
