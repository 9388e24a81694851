import { DEAD_AFTER_SECONDS } from '../../shared/db/worker-life.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { RequeueRefusal } from '../../shared/reviews/requeue-reviews.js';
import { ApiError, notFound } from '../errors/catalogue.js';

/** Every reason for which nothing was done with a case. */
export type DeskRefusal = RequeueRefusal | 'no_late_answer';

const MESSAGES: Readonly<Record<Exclude<DeskRefusal, 'unknown'>, string>> = {
  not_in_review:
    'This verification is not under review, or not any more: load it again to see what became of it.',
  taken:
    'A colleague is working on this case: load it again to see who, and until when (taken_until). It is free once it is given back or that time has passed.',
  may_have_been_received:
    'A provider call of this case may have been received, so calling again may be paid for twice. Ask the provider; if it confirms that nothing is charged, send provider_confirmed_no_charge: true.',
  may_still_be_sent: `The worker that had claimed a provider call of this case was given up and may still send it: what the provider says now need not be true later. A write-off is possible when that worker has ended, or has not been heard of for ${DEAD_AFTER_SECONDS} seconds.`,
  unknown_history:
    'The database was replaced a moment ago and nobody has adopted it yet, so no call can be written off. /readyz says when it is adopted; a worker does that within seconds.',
  no_witness:
    'Redis is away, where the right to send is taken from a call before it is written off. Try again when it is back.',
  no_late_answer: 'No part of this case has a late answer that says what it found.',
};

/** The error that tells a reviewer why nothing was done: 404 for an unknown case, otherwise 409. */
export function refuseReview(verificationId: string, refusal: DeskRefusal, until?: Date): ApiError {
  if (refusal === 'unknown') return notFound();
  const earliest = until === undefined ? '' : ` Not before ${until.toISOString()}.`;
  return new ApiError('conflict', MESSAGES[refusal] + earliest, {
    body: { request_id: toPublicId('verification', verificationId) },
  });
}

/** The same for cases that were to be sent back together: none was, and these are why. */
export function refuseRequeue(
  refusals: readonly { verificationId: string; reason: DeskRefusal }[],
): ApiError {
  if (refusals.some(({ reason }) => reason === 'unknown')) return notFound();
  const ids = refusals.map(({ verificationId }) => toPublicId('verification', verificationId));
  return new ApiError(
    'conflict',
    'Nothing was sent back: the cases in request_ids may have been received by the provider, are with a colleague, or are not under review. Decide them one by one.',
    { body: { request_ids: ids } },
  );
}
