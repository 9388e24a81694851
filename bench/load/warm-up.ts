import type { LoadJob } from './job.js';
import { runLoad } from './run-load.js';

/**
 * Loads a freshly started server until its code is compiled, which takes about ten thousand requests: processes serve
 * for days, so their first seconds are not representative. Returns what the load generator counted.
 */
export function warmUp(job: LoadJob, expected: number, { quick }: { quick: boolean }) {
  return runLoad({ ...job, seconds: quick ? 3 : 8 }, expected);
}
