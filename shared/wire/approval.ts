import type { ApprovalAct, ApprovalState, ApprovalSummary } from '../domain/approvals.js';

/** An act that takes two people (contract 11). */
export interface WireApproval {
  approval_id: string;
  act: ApprovalAct;
  state: ApprovalState;
  client_id: string;
  /** What the client is called today. */
  client_name: string;
  /** Of the verification that is to be sent back. */
  request_id: string | null;
  /** What is proposed, without personal data. */
  summary: ApprovalSummary;
  proposed_by: string;
  proposed_by_email: string;
  proposed_at: string;
  decided_by: string | null;
  decided_at: string | null;
  /** Why an approved act could not be done. */
  failure: string | null;
}
