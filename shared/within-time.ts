import { setTimeout as sleep } from 'node:timers/promises';

/** The result of `work`, or an error when it takes longer than so many milliseconds; the work itself goes on. */
export function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const tooLate = sleep(milliseconds, undefined, { ref: false }).then(() => {
    throw new Error(`Not done within ${milliseconds} ms`);
  });
  return Promise.race([work, tooLate]);
}
