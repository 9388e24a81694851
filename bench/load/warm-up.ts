import type { LoadJob } from './job.js';
import { runLoad } from './run-load.js';

/**
 * Loads a server that has just been started until its code is compiled, which takes some ten thousand requests: a
 * process serves for days, so its first seconds say little. Returns what the load generator counted.
 */
export function warmUp(job: LoadJob, expected: number, { quick }: { quick: boolean }) {
  return runLoad({ ...job, seconds: quick ? 3 : 8 }, expected);
}
