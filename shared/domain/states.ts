/** The states of a verification and of each of its checks (contract 4.3). */
export const STATUSES = ['pending', 'completed', 'manual_review'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * The states of one provider call. `started` is the dispatch marker: once it is committed, the provider may have been
 * reached. `written_off` is an uncertain call that the provider has confirmed to support is not charged. Only
 * REPEATABLE_CALL_STATES allow another call for the same check; the unique index on provider_calls enforces the same in
 * the database.
 */
export const CALL_STATES = [
  'started',
  'not_sent',
  'refused_for_now',
  'refused',
  'answered',
  'uncertain',
  'written_off',
] as const;
export type CallState = (typeof CALL_STATES)[number];

/**
 * Reasons for calls given up by someone other than their own worker, without knowing what it did or may still do: the
 * reconciler after the deadline, the quarantine after a restore, and the adoption of a history.
 */
export const GIVEN_UP_REASONS = ['lost', 'quarantined'] as const;
export type GivenUpReason = (typeof GIVEN_UP_REASONS)[number];

/** Call states after which the check may be called again, because the provider certainly did no paid work. */
export const REPEATABLE_CALL_STATES = [
  'not_sent',
  'refused_for_now',
  'written_off',
] as const satisfies readonly CallState[];

/** Whether a call in this state may have been received and paid for, so that its check must not be called again. */
export function mayHaveBeenReceived(state: CallState): boolean {
  return !REPEATABLE_CALL_STATES.some((repeatable) => repeatable === state);
}

/**
 * Why a check or a verification is in manual review, most serious first: a verification has the first of its checks'
 * reasons, which decides what a caller still waiting is told (contract 4.3). `no_answer` is what that caller sees as
 * 503 provider_unavailable; `history_changed` means that the database went back in time and may have lost what it knew
 * of a call (contract 15).
 */
export const REVIEW_REASONS = ['no_answer', 'history_changed', 'unclear_answer', 'not_reached'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
