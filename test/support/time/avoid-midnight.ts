import { setTimeout as sleep } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** More than passes between what a test writes and what it reads of it. */
const ENOUGH_MS = 30_000;

/**
 * Waits until midnight has passed if it is near, half a minute at most: what counts by the day, in UTC, is to be read
 * on the day on which it was written.
 */
export async function avoidMidnight(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < ENOUGH_MS) await sleep(leftMs + 100);
}
