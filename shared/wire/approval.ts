import type { ApprovalAct, ApprovalFailure, ApprovalState, ApprovalSummary } from '../domain/approvals.js';

/** An act that takes two people (contract 11). */
export interface WireApproval {
  approval_id: string;
  act: ApprovalAct;
  state: ApprovalState;
  client_id: string;
  /** The client's current name. */
  client_name: string;
  /** The verification to be sent back. */
  request_id: string | null;
  /** The proposed act, without personal data. */
  summary: ApprovalSummary;
  proposed_by: string;
  proposed_by_email: string;
  /** What that person is called; null if unknown. */
  proposed_by_name: string | null;
  proposed_at: string;
  /** Until when it can be decided. */
  expires_at: string;
  decided_by: string | null;
  decided_by_email: string | null;
  decided_by_name: string | null;
  decided_at: string | null;
  /** Why an approved act could not be performed. */
  failure: ApprovalFailure | null;
}
