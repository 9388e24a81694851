/** By how much the clock of the service is ahead of this computer's, which may be wrong by days. */
let ahead = 0;

/** Learns what time it is from an answer of the service. */
export function learnTime({ headers }: Response): void {
  const told = headers.get('Date');
  if (told !== null) ahead = Date.parse(told) - Date.now();
}

/** What time it is by the clock of the service, which its timestamps follow. */
export function serverNow(): number {
  return Date.now() + ahead;
}
