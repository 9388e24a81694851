/** What requires two people (contract 11): a write-off, a large credit move, an erasure. */
export const APPROVAL_ACTS = ['requeue', 'credits', 'erasure'] as const;
export type ApprovalAct = (typeof APPROVAL_ACTS)[number];

/** `failed`: it was approved but could no longer be carried out. `expired`: nobody decided it in time. */
export const APPROVAL_STATES = ['open', 'approved', 'declined', 'failed', 'expired'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * How many days a proposal can be decided: longer than an administrator's holiday, and short enough to propose the
 * erasure again that a person asked for within a month (GDPR article 12).
 */
export const PROPOSAL_DAYS = 14;

/** Returns the moment after which a proposal can no longer be decided. */
export function endOfProposal(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + PROPOSAL_DAYS * 24 * 3_600 * 1_000);
}

/** Why an approved act was not carried out, in words for the API description. */
export const APPROVAL_FAILURES = {
  proposer_not_allowed: 'whoever proposed it is suspended or may not propose it any more',
  not_in_review: 'write-off: the case has been decided in the meantime',
  calls_changed:
    'write-off: another call of the case has become known, or one has been answered, since it was proposed',
  unknown: 'write-off: the verification does not exist',
  insufficient: 'credit movement: fewer credits are available than it takes',
  wallet_full: 'credit movement: the wallet would hold more than it can',
  key_reused: 'credit movement: its idempotency key was used for another movement in the meantime',
  unknown_client: 'credit movement: the client does not exist',
  taken: 'write-off: a colleague was working on the case (earlier releases; now a 409)',
  may_still_be_sent: 'write-off: its worker could still send the call (earlier releases; now a 409)',
  unknown_history: 'write-off: the database had not been adopted (earlier releases; now a 409)',
  no_witness: 'write-off: Redis was unavailable (earlier releases; now a 409)',
} as const;
export type ApprovalFailure = keyof typeof APPROVAL_FAILURES;

/** What an approver is shown of a proposal: no personal data, and only the members of its act. */
export interface ApprovalSummary {
  /** For a credit move. */
  amount?: number;
  note?: string;
  /** For an erasure. */
  reason?: string;
  /** The masked subject of an erasure; removed with the decision. */
  searched_for?: string;
  /** For a write-off: the document in which the provider says that it charges nothing. */
  provider_document?: string;
}
