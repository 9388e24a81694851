/** The first and the last day of a search, as date fields return them: empty if none was chosen. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The API's filter for those days. It would read a bare date as a day in UTC; the viewer means one in their own time
 * zone.
 */
export function daysAsMoments({ from = '', to = '' }: Days): { created_from?: string; created_to?: string } {
  return {
    ...(from !== '' && { created_from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== '' && { created_to: lastMomentOf(to) }),
  };
}

/** Years of more digits are none that the API knows; west of Greenwich, the last day of all ends in one. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The last moment of a day in the viewer's time zone. */
export function lastMomentOf(day: string): string {
  // By way of the next day: where clocks are set back at midnight, the last hour of a day comes twice.
  const next = new Date(`${day}T00:00:00`);
  next.setHours(24, 0, 0, 0);
  return new Date(Math.min(next.getTime() - 1, LAST_MOMENT)).toISOString();
}
