import { setTimeout as sleep } from 'node:timers/promises';
import { runTool } from './run-tool.js';
import type { Scan } from './scan.js';

/** 300 connections, 100 a second, a drop every 2 s. */
const PACE = ['-c', '300', '-r', '100', '-i', '2'];
/** How long an honest caller may have to wait during the attack. The tool's own probe shares a thread with it. */
const MAX_WAIT_MS = 5_000;
const BETWEEN_CALLS_MS = 500;

/** Slow headers, slow bodies, overlapping ranges, slow reading. */
const SLOW: readonly [name: string, mode: string, more: readonly string[]][] = [
  ['slow headers', '-H', []],
  ['slow body', '-B', ['-t', 'POST', '-s', '8192', '-f', 'application/json']],
  ['ranges', '-R', ['-t', 'HEAD', '-a', '10', '-b', '3000']],
  ['slow reading', '-X', ['-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '3']],
];

/** Hundreds of callers that deliberately send or read slowly (S28). */
export const slowhttptest = SLOW.map(
  ([name, mode, more]): Scan => ({
    name: `slowhttptest, ${name}`,
    program: 'slowhttptest',
    run: async ({ url }, limits) => {
      const address = mode === '-B' ? '/api/v1/login' : '/api/v1/openapi.json';
      const seconds = String(Math.min(30, limits.seconds - 10));
      const args = [mode, ...more, ...PACE, '-l', seconds, '-u', `${url}${address}`];
      const attack = runTool('slowhttptest', args, limits);
      const longest = await maxWait(`${url}/healthz`, attack);
      const note = `honest callers waited up to ${Math.round(longest)} ms`;
      return { ...(await attack), note, findings: longest > MAX_WAIT_MS ? [note] : [] };
    },
  }),
);

/** Calls until the attack is over; the longest wait in milliseconds. Throws when a call fails. */
async function maxWait(address: string, attack: Promise<unknown>): Promise<number> {
  let over = false;
  void attack.finally(() => {
    over = true;
  });
  let longest = 0;
  while (!over) {
    const startedAt = performance.now();
    await (await fetch(address)).text();
    longest = Math.max(longest, performance.now() - startedAt);
    await sleep(BETWEEN_CALLS_MS);
  }
  return longest;
}
