import type { WorkerConfig } from '../../shared/config/worker.js';
import type { Logger } from '../../shared/logger.js';
import { Spool } from './spool.js';

/** A disk that is there answers within milliseconds; one of a network that is away may never do so. */
const SLOW_AFTER_MS = 5_000;

/**
 * Opens the worker's spool, and says so while the disk does not answer: the worker waits for it and has said nothing
 * else yet. Throws OperatorError if it is not writable.
 */
export async function openSpool(
  { spoolDir, encryptionKeys }: Pick<WorkerConfig, 'spoolDir' | 'encryptionKeys'>,
  logger: Logger,
  slowAfterMs = SLOW_AFTER_MS,
): Promise<Spool> {
  const slow = setTimeout(() => {
    logger.error(
      { folder: spoolDir },
      'the disk of SPOOL_DIR does not answer: the worker starts once it does',
    );
  }, slowAfterMs);
  try {
    return await Spool.open(spoolDir, encryptionKeys);
  } finally {
    clearTimeout(slow);
  }
}
