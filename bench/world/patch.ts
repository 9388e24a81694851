import { isMainThread } from 'node:worker_threads';

/** Has an API that sends no scope (without-scope.ts) send it from now on, or the other way round. */
export const SWITCH_SCOPE = 'SIGUSR2';

/**
 * For a module loaded into a process to disable something, so that its cost can be measured. The process fails at exit
 * unless the returned function was called: a patch that missed its target measures nothing.
 */
export function patchApplies(): () => void {
  let applied = false;
  process.once('exit', () => {
    if (isMainThread && !applied) process.exitCode = 1;
  });
  return () => {
    applied = true;
  };
}
