/** The states of a verification and of each of its checks (specification 3). */
export const STATUSES = ['pending', 'completed', 'manual_review'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * The states of one provider call. `started` is the dispatch marker: from its commit on, the provider may have been
 * reached. Only `not_sent` and `refused_for_now` leave room for another call of the same check; the partial unique
 * index on provider_calls says the same to the database.
 */
export const CALL_STATES = [
  'started',
  'not_sent',
  'refused_for_now',
  'refused',
  'answered',
  'uncertain',
] as const;
export type CallState = (typeof CALL_STATES)[number];

/** Call states after which the check may be called again, because the provider certainly did no paid work. */
export const REPEATABLE_CALL_STATES = ['not_sent', 'refused_for_now'] as const satisfies readonly CallState[];

/** Why a verification waits for a person. `no_answer` is what the waiting caller sees as 503 provider_unavailable. */
export const REVIEW_REASONS = ['no_answer', 'unclear_answer', 'not_reached'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
