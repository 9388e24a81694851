import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../../shared/logger.js';
import { runUntilStopped } from '../../shared/shutdown.js';

/** A process for shutdown.test.ts: it opens `first` and `second`, and misbehaves as its argument says. */
const [, , behaviour] = process.argv;
const logger = createLogger({ process: 'worker', level: 'info' });
const keepAlive = setInterval(() => undefined, 1_000);

if (behaviour === 'late') {
  logger.info('loading');
  while (process.connected) await sleep(10);
}

await runUntilStopped({ logger, deadlineMs: behaviour === 'hang' ? 300 : 10_000 }, async (onStop) => {
  onStop('first', async () => {
    logger.info('closed first');
    clearInterval(keepAlive);
  });
  if (behaviour === 'unreadable') readFileSync('/there is/no such file');
  if (behaviour === 'fail-start') throw new Error('cannot open second');
  onStop('second', async () => {
    logger.info('closed second');
    if (behaviour === 'fail-step') throw new Error('cannot close second');
    // By then the start has failed.
    if (behaviour === 'stop-in-start') await nextTurn();
    if (behaviour === 'unhurried') await sleep(500);
    if (behaviour === 'hang' || behaviour === 'slow') await new Promise(() => undefined);
  });
  logger.info('running');
  if (behaviour === 'stop-in-start') {
    await once(process, 'SIGTERM');
    throw new Error('second is closed');
  }
  if (behaviour === 'throw') setImmediate(() => JSON.parse('not caught'));
  if (behaviour === 'reject') void Promise.reject(new Error('not caught'));
});
