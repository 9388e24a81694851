/** The first and the last day of a search, as date fields give them: empty where none was chosen. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** What the API is asked for those days. It would read a bare date as a day of UTC; the viewer means a day of theirs. */
export function daysAsMoments({ from = '', to = '' }: Days): { created_from?: string; created_to?: string } {
  return {
    ...(from !== '' && { created_from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== '' && { created_to: lastMomentOf(to) }),
  };
}

/** Of a day of the viewer. */
export function lastMomentOf(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}
