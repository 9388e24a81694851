/** What takes two people (contract 11): a write-off, a large credit move, an erasure. */
export const APPROVAL_ACTS = ['requeue', 'credits', 'erasure'] as const;
export type ApprovalAct = (typeof APPROVAL_ACTS)[number];

/** `failed`: it was approved, and could not be done any more. */
export const APPROVAL_STATES = ['open', 'approved', 'declined', 'failed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What an approver is shown of a proposal: no personal data, and only what belongs to its act. */
export interface ApprovalSummary {
  /** Of a credit move. */
  amount?: number;
  note?: string;
  /** Of an erasure. */
  reason?: string;
  /** The subject of an erasure, masked; gone with the decision. */
  searched_for?: string;
  /** Of a write-off: where the provider says that it charges nothing. */
  provider_document?: string;
}
