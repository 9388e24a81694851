import type { Response } from 'express';
import type { CheckQueue } from '../../shared/queues/check-queue.js';
import { SUPPORT_SHARE } from '../../shared/queues/fair-shares.js';
import { contextOf } from '../http/context.js';

/** Enqueues checks that were sent back, after their commit. Without Redis the reconciler finds them later. */
export async function enqueueRequeued(
  checkQueue: CheckQueue,
  checkIds: readonly string[],
  res: Response,
): Promise<void> {
  const checks = checkIds.map((checkId) => ({ checkId, clientId: SUPPORT_SHARE }));
  await checkQueue.enqueue(checks).catch((error: unknown) => {
    contextOf(res).logger.warn(
      { err: error, count: checkIds.length },
      'requeued checks were not enqueued; the reconciler will enqueue them',
    );
  });
}
