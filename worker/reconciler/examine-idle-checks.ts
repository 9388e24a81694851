import { tryLock } from '../../shared/db/advisory-locks.js';
import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';
import { POSSIBLE_CALL } from '../../shared/db/possible-call.js';
import type { WaitingCheck } from '../../shared/queues/check-queue.js';
import { forgetDeadJobs } from '../../shared/queues/forget-dead-jobs.js';
import type { Settlement } from '../../shared/settlement/settlement.js';
import type { PassErrors } from '../pass-errors.js';
import type { ReconcileDeps } from './reconcile.js';
import { BATCH, settleAndPublish } from './settle-and-publish.js';

/** A check is examined once it has been pending this long since it was last enqueued or examined. */
const IDLE_AFTER_SECONDS = 5;
/** How long a check that was certainly not sent is retried before a person looks at it (architecture 4). */
const GIVE_UP_AFTER_HOURS = 24;

/** A pending check with no sign of progress for a while. */
export interface IdleCheck extends WaitingCheck {
  verificationId: string;
  /** It could not be sent for a day, and certainly was not. */
  neverReached: boolean;
}

/**
 * Takes pending checks without progress, least recently examined first: gives up on those that could not be
 * sent for a day and requeues those missing from the queue. Continues immediately while whole batches turn
 * out to need it, as after the loss of Redis. However many are pending, a queue that is merely working
 * through a backlog costs one batch a pass. Each check is examined for everything that may be wrong with it
 * at once.
 */
export async function examineIdleChecks(
  deps: ReconcileDeps,
  passErrors: PassErrors,
): Promise<{ neverReached: number; requeued: number }> {
  const total = { neverReached: 0, requeued: 0 };
  while (!deps.stopping()) {
    const idle = await claimIdleChecks(deps.db);
    const unreached = idle.filter(({ neverReached }) => neverReached);
    const failed = await settleAndPublish(deps, 'never_reached', unreached.map(giveUp), passErrors);
    const givenUp = unreached.filter(({ clientId }) => !failed.has(clientId)).length;
    const requeued = await requeueForgotten(
      deps,
      idle.filter(({ neverReached }) => !neverReached),
    );
    total.neverReached += givenUp;
    total.requeued += requeued;
    if (givenUp + requeued < BATCH) break;
  }
  return total;
}

/**
 * Stamps the checks as examined, so that the next batch holds others and no other reconciler takes the same
 * ones. Time alone never gives up checks that the provider refuses for now, because of our key or our rate: it is
 * reachable, and will take them once that is fixed (architecture 4). Settling a refusal counts them.
 */
export function claimIdleChecks(db: Pick<Database, 'transaction'>, now = new Date()): Promise<IdleCheck[]> {
  return db.transaction(async (sql) => {
    if (!(await tryLock(sql, 'reconcile'))) return [];
    return sql.query<IdleCheck>(
      `UPDATE checks SET rung_at = now() WHERE id IN (
         SELECT c.id FROM checks c
         WHERE c.status = 'pending' AND c.rung_at < now() - interval '${IDLE_AFTER_SECONDS} seconds'
           AND NOT EXISTS (SELECT 1 FROM provider_calls p
                           WHERE p.check_id = c.id AND p.${POSSIBLE_CALL})
         ORDER BY c.rung_at LIMIT ${BATCH} FOR UPDATE OF c SKIP LOCKED
       ) RETURNING id AS "checkId", client_id AS "clientId", verification_id AS "verificationId",
         coalesce(requeued_at, created_at) < ${bothClocksReached('$1')} - interval '${GIVE_UP_AFTER_HOURS} hours'
         AND (SELECT p.state FROM provider_calls p WHERE p.check_id = checks.id
              ORDER BY p.started_at DESC, p.id DESC LIMIT 1) IS DISTINCT FROM 'refused_for_now' AS "neverReached"`,
      [now],
    );
  });
}

function giveUp({ clientId, verificationId, checkId }: IdleCheck): Settlement {
  return {
    clientId,
    verificationId,
    checkId,
    call: null,
    result: { status: 'manual_review', reviewReason: 'not_reached' },
  };
}

/**
 * Requeues the checks missing from the queue and returns their number; none while Redis is unavailable, since
 * nobody can tell what is missing.
 */
async function requeueForgotten(deps: ReconcileDeps, idle: readonly IdleCheck[]): Promise<number> {
  if (idle.length === 0 || deps.redis.status !== 'ready') return 0;
  const ids = idle.map(({ checkId }) => checkId);
  const gone = new Set(await forgetDeadJobs(await deps.checkQueue.bullmq(), ids));
  const forgotten = idle.filter(({ checkId }) => gone.has(checkId));
  if (forgotten.length > 0) await deps.checkQueue.enqueue(forgotten);
  deps.metrics.countReconciled('requeued', forgotten.length);
  return forgotten.length;
}
