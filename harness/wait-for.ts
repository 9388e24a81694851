import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 10;

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
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) return value;
    if (performance.now() > deadline) {
      throw new Error(`Waited ${timeoutMs} ms in vain for this: ${options.describe}`);
    }
    await sleep(pollMs);
  }
}
