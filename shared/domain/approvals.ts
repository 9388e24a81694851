/** What takes two people (contract 11): a write-off, a large credit move, an erasure. */
export const APPROVAL_ACTS = ['requeue', 'credits', 'erasure'] as const;
export type ApprovalAct = (typeof APPROVAL_ACTS)[number];

/** `failed`: it was approved, and could not be done any more. */
export const APPROVAL_STATES = ['open', 'approved', 'declined', 'failed'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
