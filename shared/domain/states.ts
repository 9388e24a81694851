/** The states of a verification and of each of its checks (contract 4.3). */
export const STATUSES = ['pending', 'completed', 'manual_review'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * The states of one provider call. `started` is the dispatch marker: from its commit on, the provider may have been
 * reached. `written_off` is an uncertain call of which the provider has confirmed to support that it is not charged.
 * Only REPEATABLE_CALL_STATES leave room for another call of the same check; the unique index on
 * provider_calls says the same to the database.
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
 * Reasons of calls that somebody else than their own worker gave up, without knowing what it did or may still do: the
 * reconciler after their deadline, the quarantine after a restore, and the adoption of a history.
 */
export const GIVEN_UP_REASONS = ['lost', 'quarantined'] as const;
export type GivenUpReason = (typeof GIVEN_UP_REASONS)[number];

/** Call states after which the check may be called again, because the provider certainly did no paid work. */
export const REPEATABLE_CALL_STATES = [
  'not_sent',
  'refused_for_now',
  'written_off',
] as const satisfies readonly CallState[];

/** Says whether a call in this state may have been received and paid for: then there must be no other of its check. */
export function mayHaveBeenReceived(state: CallState): boolean {
  return !REPEATABLE_CALL_STATES.some((repeatable) => repeatable === state);
}

/**
 * Why a verification waits for a person. `no_answer` is what the waiting caller sees as 503 provider_unavailable;
 * `history_changed` that the database went back in time, and may have lost what it knew of a call (contract 15).
 */
export const REVIEW_REASONS = ['no_answer', 'unclear_answer', 'not_reached', 'history_changed'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
