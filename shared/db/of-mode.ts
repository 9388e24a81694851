/** SQL that tells whether a client's id is that of a test side (shared/domain/mode.ts). */
export function isTest(clientId: string): string {
  return `substr(${clientId}::text, 15, 1) = '8'`;
}

/** SQL condition that keeps test mode out of everything staff and figures see. */
export function isLive(clientId: string): string {
  return `substr(${clientId}::text, 15, 1) <> '8'`;
}
