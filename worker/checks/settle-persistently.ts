import { setTimeout as sleep } from 'node:timers/promises';
import { maySucceedLater } from '../../shared/db/sqlstate.js';
import type { Logger } from '../../shared/logger.js';
import { OperatorError } from '../../shared/operator-error.js';
import type { CallSettlement } from '../../shared/settlement/settlement.js';
import type { WorkerMetrics } from '../metrics.js';
import type { Spool } from '../spool/spool.js';
import type { CheckStore } from './check-store.js';

/**
 * A healthy settlement takes milliseconds; one that takes this long may not finish before the process ends.
 */
const KEEP_AFTER_MS = 2_000;
/** A disk that is there takes an answer within milliseconds; one of a network that is away may never say anything. */
const KEPT_WITHIN_MS = 5_000;
const SETTLE_AGAIN_MS = 500;
const SETTLE_FOR_MS = 10 * 60_000;

export interface SettleDeps {
  store: Pick<CheckStore, 'settle'>;
  spool: Pick<Spool, 'put' | 'setAside'>;
  metrics: Pick<WorkerMetrics, 'countDroppedAnswer'>;
  logger: Logger;
}

/**
 * Settles a paid answer, or spools it to disk if PostgreSQL does not take it soon; this process or the next
 * settles it from there once the database is back. A settlement the database refuses for good is also kept,
 * for a person to look at, and the error is thrown. Only if the disk fails too, or hangs, is it held in memory,
 * for ten minutes.
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
  const refused = error !== undefined && !maySucceedLater(error);
  const keep = keepIn(deps.spool, settlement);
  const file = await keep().catch((err: unknown) => {
    deps.logger.error({ err, check_id: settlement.checkId }, 'a paid answer cannot be kept on disk');
  });
  // The next pass over the spool would fail the same way and report it again.
  if (file !== undefined && (end === 'gone' || refused)) await deps.spool.setAside(file);
  if (refused) {
    deps.metrics.countDroppedAnswer();
    throw error;
  }
  if (file === undefined && end !== 'gone') await holdInMemory(settlement, traceparent, { ...deps, keep });
}

/**
 * Keeps an answer on the disk, by one attempt at a time, however long it takes. One that ends late has done no harm:
 * what is settled from the disk a second time changes nothing.
 */
function keepIn(spool: Pick<Spool, 'put'>, settlement: CallSettlement): () => Promise<string> {
  let current: Promise<string> | undefined;
  return async () => {
    current ??= spool.put(settlement).finally(() => {
      current = undefined;
    });
    const file = await Promise.race([current, sleep(KEPT_WITHIN_MS, undefined, { ref: false })]);
    if (file === undefined) throw new OperatorError('The disk of SPOOL_DIR does not answer');
    return file;
  };
}

/**
 * Tries both again in turn until PostgreSQL or the disk has it: one that has room again may be back first, and a
 * process that has to stop meanwhile takes with it what is in memory alone. The limit only stops a process from holding
 * answers forever; by then the check has long been put into review.
 */
async function holdInMemory(
  settlement: CallSettlement,
  traceparent: string | undefined,
  { store, spool, metrics, keep }: SettleDeps & { keep: () => Promise<string> },
): Promise<void> {
  const giveUpAt = performance.now() + SETTLE_FOR_MS;
  for (;;) {
    try {
      await store.settle(settlement, traceparent);
      return;
    } catch (error) {
      const refused = !maySucceedLater(error);
      const file = await keep().catch(() => undefined);
      if (file !== undefined && refused) await spool.setAside(file);
      if (file !== undefined && !refused) return;
      if (refused || performance.now() > giveUpAt) {
        metrics.countDroppedAnswer();
        throw error;
      }
      await sleep(SETTLE_AGAIN_MS);
    }
  }
}
