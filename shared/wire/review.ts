import type { ApprovalFailure, ApprovalState } from '../domain/approvals.js';
import type { CheckOutcome, Outcome } from '../domain/outcome.js';
import type { Parameters } from '../domain/parameters.js';
import type { DecidingKind, NoteKind } from '../domain/review.js';
import type { CallState, ReviewReason, Status } from '../domain/states.js';
import type { CheckCode, ServiceCode } from '../services/index.js';
import type { WireDetails, WireReport } from './report.js';

/** A staff member as shown to colleagues. */
export interface WireStaffMember {
  user_id: string;
  email: string;
  /** Null if none is known. */
  name: string | null;
}

/** One verification on the review desk. */
export interface WireReview {
  request_id: string;
  reason: ReviewReason;
  created_at: string;
  /** How long the client has been waiting. */
  age_seconds: number;
  credits_reserved: number;
  client: { client_id: string; name: string };
  service_code: ServiceCode;
  service_label: string;
  /** Masked. */
  subject: string;
  /** The client's own reference for the case, with the subject masked. */
  reference: string | null;
  /** Who holds it, until `taken_until`; null while it is free. */
  taken_by: WireStaffMember | null;
  taken_until: string | null;
  /** No call of the parts in review can have been received: it may be sent back without asking the provider. */
  certainly_not_sent: boolean;
  /** A late answer contains the result of a part in review, and can be applied. */
  late_answer: boolean;
  /** A write-off of its calls waits for an administrator. */
  write_off_proposed: boolean;
}

/** A decision by support, with the present state of its verification. */
export interface WireReviewDecision
  extends Pick<
    WireReview,
    'request_id' | 'client' | 'service_code' | 'service_label' | 'subject' | 'reference'
  > {
  decision: DecidingKind;
  decided_at: string;
  /** Null for a command run on the server. */
  decided_by: WireStaffMember | null;
  status: Status;
  outcome: Outcome | null;
}

/** How far a provider call got. */
export type CallPhase = 'in_flight' | 'before_sending' | 'no_answer' | 'answered';

/** One HTTP request to the provider. */
export interface WireProviderCall {
  service_code: CheckCode;
  state: CallState;
  phase: CallPhase;
  started_at: string;
  /** When it was answered or given up. */
  finished_at: string | null;
  duration_ms: number | null;
  http_status: number | null;
  /** One of our own words or an error code. */
  reason: string | null;
  /** Set when the answer came after the call had been given up. */
  answered_late_at: string | null;
  /** The result in the late answer, as it would be applied. */
  late_finding: { outcome: CheckOutcome; label: string; details: WireDetails | null } | null;
  /** Set when the provider has confirmed that it does not charge for the call. */
  written_off_at: string | null;
  written_off_by: WireStaffMember | null;
  /** An answer came although the call had been written off: its check may have been paid for twice. */
  answered_after_write_off: boolean;
  /** The provider's answer with every identity number and name masked: JSON as data, anything else as text. */
  answer: unknown;
}

/** A reviewer's text: a note, or the reason for a decision. */
export interface WireReviewNote {
  note_id: string;
  kind: NoteKind;
  text: string;
  /** Null for a command run on the server. */
  author: WireStaffMember | null;
  created_at: string;
}

/** A call of the same kind of check within the hour around a call of the case, by any client. */
export interface WireCallAround {
  service_code: CheckCode;
  state: CallState;
  started_at: string;
  duration_ms: number | null;
  http_status: number | null;
  reason: string | null;
}

/** Another request of the same client on the same subject. */
export interface WireSubjectRequest {
  request_id: string;
  service_code: ServiceCode;
  service_label: string;
  status: Status;
  outcome: Outcome | null;
  label: string | null;
  created_at: string;
}

/** A write-off that one person has proposed, for another to approve. */
export interface WireWriteOffProposal {
  approval_id: string;
  state: ApprovalState;
  proposed_by: WireStaffMember | null;
  proposed_at: string;
  /** Where the provider says that it charges nothing. */
  provider_document: string | null;
  /** The proposer's reason, with the subject masked; null once it is decided. */
  note: string | null;
  /** Open, but approving it would do nothing: a call became known or was answered since, or the case was decided. */
  outdated: boolean;
  /** Whoever approved, declined or withdrew it. */
  decided_by: WireStaffMember | null;
  decided_at: string | null;
  /** Why it was not carried out although it was approved. */
  failure: ApprovalFailure | null;
}

/** Everything about one case: the report as its client sees it, the calls, and the notes. */
export interface WireReviewDetail extends WireReport {
  review: Omit<WireReview, 'request_id' | 'reason'> & {
    /** Null once the review has ended. */
    reason: ReviewReason | null;
  };
  provider_calls: WireProviderCall[];
  /** What sending the case back would write off, as `nameCalls` names it. */
  calls_to_write_off: string[];
  /** The newest; null if none was ever proposed. */
  write_off_proposal: WireWriteOffProposal | null;
  notes: WireReviewNote[];
  /** Oldest first, at most ten before and ten after. */
  calls_around: WireCallAround[];
  /** Newest first, at most 20. */
  subject_history: WireSubjectRequest[];
}

/** The subject as it was submitted; each look is recorded in the audit log. */
export interface WireRevealedSubject {
  request_id: string;
  subject: string;
  parameters: Parameters;
  /** Present if they were requested. */
  answers?: WireRevealedAnswer[];
}

/** The provider's raw answer to one call: it may be about someone else. */
export interface WireRevealedAnswer {
  service_code: CheckCode;
  started_at: string;
  /** JSON as data, anything else as text. */
  answer: unknown;
}

/** Cases that were sent back together. */
export interface WireRequeued {
  request_ids: string[];
}
