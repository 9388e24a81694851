import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polling costs processor time, of which tests that run side by side have little: the longer a wait has lasted, the
 * less often its condition is checked, while short waits still end promptly.
 */
const PAUSE_MS = { min: 10, max: 100, ofWait: 0.02 };

type Missing = undefined | null | false;

/**
 * Polls until the condition returns something other than false, null or undefined, and returns that. Errors of the
 * condition pass through. Throws with `describe` after `timeoutMs` (15 s by default, which a starved machine needs).
 */
export async function waitFor<T>(
  condition: () => T | Missing | Promise<T | Missing>,
  options: { timeoutMs?: number; describe: string },
): Promise<T> {
  const timeoutMs = options.timeoutMs ?? 15_000;
  const startedAt = performance.now();
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) return value;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) {
      throw new Error(`Waited ${timeoutMs} ms in vain for this: ${options.describe}`);
    }
    await sleep(Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, waitedMs * PAUSE_MS.ofWait)));
  }
}
