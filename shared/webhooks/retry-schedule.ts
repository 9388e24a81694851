/** Contract 7: how long an event is tried. */
export const RETRY_HOURS = 24;

const FIRST_DELAY_MS = 5_000;
/** A receiver that comes back gets what it has missed within the hour. */
const LONGEST_DELAY_MS = 60 * 60_000;

/**
 * Milliseconds until an event is tried again after so many attempts in vain: 5 s, doubling up to an hour. `random`
 * gives numbers from 0 to 1: the pause is half to one and a half times that, so that what failed together does not
 * come back together.
 */
export function retryDelayMs(attempts: number, random: () => number): number {
  return jitter(Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS), random);
}

/** Long enough that even a thousand dead receivers take only a few connections, and a short wait after an outage. */
const LONGEST_HOLD_MS = 5 * 60_000;

/** Milliseconds for which a receiver that fails is left alone with everything, after so many failures in a row. */
export function holdMs(failures: number, random: () => number): number {
  return jitter(Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_HOLD_MS), random);
}

function jitter(delayMs: number, random: () => number): number {
  return Math.round(delayMs * (0.5 + random()));
}
