import { rateLimited } from '../../errors/catalogue.js';

/** Most documents take tens of milliseconds, so whoever comes after these would wait for seconds. */
const MOST_WAITING = 50;
const RETRY_AFTER_SECONDS = 2;

/**
 * Makes documents one after the other: each holds its pages in memory until it is finished, and together they would
 * only share the same processor. The function throws `rate_limited` when too many wait already.
 */
export function inTurn(): <T>(make: () => Promise<T>) => Promise<T> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (make) => {
    if (waiting >= MOST_WAITING) throw rateLimited(RETRY_AFTER_SECONDS);
    waiting += 1;
    const made = last.then(make).finally(() => {
      waiting -= 1;
    });
    // Whoever comes next does not care whether this one succeeded.
    last = made.catch(() => undefined);
    return made;
  };
}
