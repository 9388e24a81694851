import type { Sql } from './database.js';

/**
 * How far the clocks of PostgreSQL and of a process may be apart before nothing is erased or purged. Synchronised
 * clocks differ by milliseconds, neglected ones by seconds, and what is erased or purged waits for hours at least.
 */
export const CLOCK_TOLERANCE_MS = 30_000;

/**
 * Milliseconds by which the clock of PostgreSQL is ahead of this process's, negative when it is behind; 0 while the
 * time that the question took explains the difference.
 */
export async function clockDifferenceMs(sql: Sql): Promise<number> {
  const asked = Date.now();
  const [row] = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const answered = Date.now();
  const now = row?.now.getTime() ?? Number.NaN;
  if (now > answered) return now - answered;
  return now < asked ? now - asked : 0;
}

/** Whether the clock of PostgreSQL and this process's own agree well enough to go by either. */
export function clocksAgree(differenceMs: number): boolean {
  return Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS;
}

/**
 * The moment, in SQL, that both clocks say has come: what is due by it is due by neither clock alone (architecture 7).
 * `place` is where the process's own time is bound, for example `$1`.
 */
export const bothClocksReached = (place: string): string => `LEAST(now(), ${place}::timestamptz)`;

/** The moment, in SQL, that neither clock has reached yet: a stamp beyond it is one that a wrong clock has left. */
export const neitherClockReached = (place: string): string => `GREATEST(now(), ${place}::timestamptz)`;
