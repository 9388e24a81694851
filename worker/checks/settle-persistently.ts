import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable, isUnavailable } from '../../shared/db/sqlstate.js';
import type { Logger } from '../../shared/logger.js';
import type { CallSettlement } from '../../shared/settlement/settlement.js';
import type { WorkerMetrics } from '../metrics.js';
import type { Spool } from '../spool/spool.js';
import type { CheckStore } from './check-store.js';

/** A healthy settlement takes milliseconds; one that takes so long may not come to its end before the process does. */
const KEEP_AFTER_MS = 2_000;
const SETTLE_AGAIN_MS = 500;
const SETTLE_FOR_MS = 10 * 60_000;

export interface SettleDeps {
  store: Pick<CheckStore, 'settle'>;
  spool: Pick<Spool, 'put' | 'setAside'>;
  metrics: Pick<WorkerMetrics, 'countDroppedAnswer'>;
  logger: Logger;
}

/**
 * Settles a paid answer, or keeps it on disk when PostgreSQL does not take it soon: from there it is settled when the
 * database is back, by this process or the next. What the database refuses for good is kept too, for a person, and
 * thrown. Only when the disk does not take it either is it held in memory, for ten minutes.
 */
export async function settlePersistently(
  settlement: CallSettlement,
  traceparent: string | undefined,
  deps: SettleDeps,
): Promise<void> {
  const attempt = deps.store.settle(settlement, traceparent).then(
    (found) => (found ? 'settled' : 'gone'),
    (error: unknown) => ({ error }),
  );
  const end = await Promise.race([attempt, sleep(KEEP_AFTER_MS, 'late' as const, { ref: false })]);
  if (end === 'settled') return;
  const error = typeof end === 'object' ? end.error : undefined;
  const refused = error !== undefined && !isPassing(error);
  const file = await deps.spool.put(settlement).catch((err: unknown) => {
    deps.logger.error({ err, check_id: settlement.checkId }, 'a paid answer cannot be kept on disk');
  });
  // The next pass over the folder would find out the same, and say it once more.
  if (file !== undefined && (end === 'gone' || refused)) await deps.spool.setAside(file);
  if (refused) {
    deps.metrics.countDroppedAnswer();
    throw error;
  }
  if (file === undefined && end !== 'gone') await holdInMemory(settlement, traceparent, deps);
}

const isPassing = (error: unknown): boolean => isUnavailable(error) || isRetryable(error);

/** The limit only keeps a process from holding answers for ever; by then the check has long been put into review. */
async function holdInMemory(
  settlement: CallSettlement,
  traceparent: string | undefined,
  { store, metrics }: SettleDeps,
): Promise<void> {
  const giveUpAt = performance.now() + SETTLE_FOR_MS;
  for (;;) {
    try {
      await store.settle(settlement, traceparent);
      return;
    } catch (error) {
      if (!isPassing(error) || performance.now() > giveUpAt) {
        metrics.countDroppedAnswer();
        throw error;
      }
      await sleep(SETTLE_AGAIN_MS);
    }
  }
}
