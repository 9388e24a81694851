import { isMainThread } from 'node:worker_threads';

/**
 * For a module that is loaded into a process to take something from it, so that what that costs can be measured. The
 * process ends with a failure unless the function that this returns was called: a patch that missed measures nothing.
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
