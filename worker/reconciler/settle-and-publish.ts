import { Batcher } from '../../shared/batcher.js';
import { findHeldUp } from '../../shared/ledger/find-held-up.js';
import { publishSettled } from '../../shared/redis/settled-channel.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import type { Settlement } from '../../shared/settlement/settlement.js';
import type { PassErrors } from '../pass-errors.js';
import type { ReconcileDeps } from './reconcile.js';

type SettleDeps = Pick<ReconcileDeps, 'db' | 'redis' | 'metrics'>;
type What = 'lost_calls' | 'never_reached';

/** Rows per transaction of the reconciler: small enough that the locks hold nobody up. */
export const BATCH = 500;

/**
 * Settles a batch found by the reconciler, counts it, and notifies whoever is waiting for the results. What cannot be
 * settled is reported to `passErrors` and does not stop the rest of the batch; returns the clients it belongs to.
 */
export async function settleAndPublish(
  deps: SettleDeps,
  what: What,
  found: readonly Settlement[],
  passErrors: PassErrors,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  const settlements = new Batcher<Settlement, undefined>({
    run: (batch) => settleBatch(deps, what, batch),
    laneOf: ({ clientId }) => clientId,
    findHeldUp: (batch) =>
      findHeldUp(
        deps.db,
        batch.map(({ clientId }) => clientId),
      ),
    maxBatch: BATCH,
    // What is held up is left to the next pass: a process that is to stop waits for this one.
    maxHeldUpLanes: 0,
  });
  const settle = async (settlement: Settlement): Promise<void> => {
    const isSettled = await passErrors.attempt(async () => void (await settlements.submit(settlement)));
    if (!isSettled) failed.add(settlement.clientId);
  };
  await Promise.all(found.map(settle));
  return failed;
}

async function settleBatch(deps: SettleDeps, what: What, batch: readonly Settlement[]): Promise<undefined[]> {
  const settled = await settleChecks(deps.db, batch);
  // Per batch: what was done counts even if a later batch fails.
  deps.metrics.countReconciled(what, batch.length);
  await publishSettled(
    deps.redis,
    settled.map(({ id }) => id),
  ).catch(() => undefined);
  return batch.map(() => undefined);
}
