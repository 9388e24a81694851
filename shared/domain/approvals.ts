/** What requires two people (contract 11): a write-off, a large credit move, an erasure. */
export const APPROVAL_ACTS = ['requeue', 'credits', 'erasure'] as const;
export type ApprovalAct = (typeof APPROVAL_ACTS)[number];

/** `failed`: it was approved but could no longer be carried out. */
export const APPROVAL_STATES = ['open', 'approved', 'declined', 'failed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

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
