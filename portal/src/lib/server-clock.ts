/** By how much the clock of the service is ahead of this computer's, which may be wrong by days. */
let ahead = 0;

/** Learns what time it is from an answer, if it is one of the service: what else answers may not know. */
export function learnTime({ headers }: Response): void {
  const told = Date.parse(headers.get('Date') ?? '');
  if (headers.has('X-Correlation-Id') && told > 0) ahead = told - Date.now();
}

/** What time it is by the clock of the service, which its timestamps follow. */
export function serverNow(): number {
  return Date.now() + ahead;
}
