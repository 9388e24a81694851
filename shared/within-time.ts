import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves to the result of `work`, or rejects if it takes longer than this many milliseconds; the work itself
 * continues.
 */
export function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const tooLate = sleep(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`Not done within ${milliseconds} ms`);
  });
  return Promise.race([work, tooLate]);
}
