import type { Response } from 'express';
import type { CheckBell } from '../../shared/queues/check-bell.js';
import { SUPPORT_SHARE } from '../../shared/queues/fair-shares.js';
import { contextOf } from '../http/context.js';

/** Rings for checks that were sent back, after their commit. Without Redis the reconciler finds them later. */
export async function ringForRequeued(
  bell: CheckBell,
  checkIds: readonly string[],
  res: Response,
): Promise<void> {
  const checks = checkIds.map((checkId) => ({ checkId, clientId: SUPPORT_SHARE }));
  await bell.ring(checks).catch((error: unknown) => {
    contextOf(res).logger.warn({ err: error, count: checkIds.length }, 'not rung for what was sent back');
  });
}
