import { DEAD_AFTER_SECONDS } from '../../shared/db/worker-life.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { RequeueRefusal } from '../../shared/reviews/requeue-reviews.js';
import { ApiError, notFound } from '../errors/catalogue.js';

/** Every reason why nothing was done with a case. */
export type DeskRefusal = RequeueRefusal | 'no_late_answer';

const MESSAGES: Readonly<Record<Exclude<DeskRefusal, 'unknown'>, string>> = {
  not_in_review:
    'This verification is not, or no longer, under review. Load it again to see its current state.',
  taken:
    'A colleague is working on this case. Load it again to see who, and until when (taken_until). It is free once it is released or that time has passed.',
  may_have_been_received:
    'A provider call for this case may have been received, so calling again could be paid for twice. Ask the provider; if it confirms that nothing is charged, send provider_confirmed_no_charge: true.',
  calls_changed:
    'Another call of this case has become known, or one has been answered, since the provider confirmed that nothing is charged. Load the case again, and ask the provider about what is new.',
  may_still_be_sent: `The worker that had claimed a provider call for this case was given up but may still send it, so what the provider says now may not be true later. A write-off is possible once that worker has ended, or has not been heard from for ${DEAD_AFTER_SECONDS} seconds.`,
  unknown_history:
    'The database was replaced a moment ago and has not been adopted yet, so no call can be written off. A worker adopts it within seconds; /readyz shows when.',
  no_witness:
    'Redis is unavailable, where the right to send a call is withdrawn before the call is written off. Try again when it is back.',
  no_late_answer: 'No part of this case has a late answer with a clear finding.',
};

const BEFORE_TIME: Readonly<Partial<Record<DeskRefusal, string>>> = {
  taken: 'It is taken until',
  may_still_be_sent: 'Not before',
};

/** Returns the error that tells a reviewer why nothing was done: 404 for an unknown case, otherwise 409. */
export function refuseReview(verificationId: string, refusal: DeskRefusal, until?: Date): ApiError {
  if (refusal === 'unknown') return notFound();
  const time = until === undefined ? '' : ` ${BEFORE_TIME[refusal]} ${until.toISOString()}.`;
  return new ApiError('conflict', MESSAGES[refusal] + time, {
    body: { request_id: toPublicId('verification', verificationId) },
  });
}

/** Returns the error for cases sent back together of which none was: it names the reason of each. */
export function refuseRequeue(
  refusals: readonly { verificationId: string; reason: DeskRefusal }[],
): ApiError {
  if (refusals.some(({ reason }) => reason === 'unknown')) return notFound();
  const ids = refusals.map(({ verificationId }) => toPublicId('verification', verificationId));
  return new ApiError(
    'conflict',
    'Nothing was requeued: the cases in request_ids may have been received by the provider, are taken by a colleague, or are not under review. Decide them one by one.',
    { body: { request_ids: ids } },
  );
}
