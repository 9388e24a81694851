import type { Sql } from './database.js';

/**
 * How far the clocks of PostgreSQL and a process may differ before nothing is erased or purged. Synchronised clocks
 * differ by milliseconds, neglected ones by seconds, and whatever is erased or purged has waited for hours at least.
 */
export const CLOCK_TOLERANCE_MS = 30_000;

/**
 * Milliseconds by which PostgreSQL's clock is ahead of this process's, negative if behind; 0 if the duration of the
 * query explains the difference.
 */
export async function clockDifferenceMs(sql: Sql): Promise<number> {
  const asked = Date.now();
  const [row] = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const answered = Date.now();
  const now = row?.now.getTime() ?? Number.NaN;
  if (now > answered) return now - answered;
  return now < asked ? now - asked : 0;
}

/** Whether PostgreSQL's clock and this process's agree well enough to rely on either. */
export function clocksAgree(differenceMs: number): boolean {
  return Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS;
}

/**
 * The moment, in SQL, that both clocks have reached: nothing falls due by one clock alone (architecture 7). `place` is
 * where the process's own time is bound, for example `$1`.
 */
export const bothClocksReached = (place: string): string => `LEAST(now(), ${place}::timestamptz)`;

/**
 * The moment, in SQL, that neither clock has passed. A timestamp of ours beyond it was left by a wrong clock. What lets
 * somebody in, such as a token, expires by it, so that it does not become valid again when a clock is set back. If the
 * clock by which it expired was wrong, it is valid again once that is corrected, which does no harm.
 */
export const neitherClockReached = (place: string): string => `GREATEST(now(), ${place}::timestamptz)`;
