import { publishSettled } from '../../shared/redis/settled-channel.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import type { Settlement } from '../../shared/settlement/settlement.js';
import type { ReconcileDeps } from './reconcile.js';

/** Rows per transaction of the reconciler: small enough that the locks hold nobody up. */
export const BATCH = 500;

/** Settles a batch found by the reconciler, counts it, and notifies whoever is waiting for the results. */
export async function settleAndTell(
  deps: Pick<ReconcileDeps, 'db' | 'redis' | 'metrics'>,
  what: 'lost_calls' | 'never_reached',
  found: readonly Settlement[],
): Promise<void> {
  if (found.length === 0) return;
  const settled = await settleChecks(deps.db, found);
  // Per batch: what was done counts even if a later batch fails.
  deps.metrics.countReconciled(what, found.length);
  await publishSettled(
    deps.redis,
    settled.map(({ id }) => id),
  ).catch(() => undefined);
}
