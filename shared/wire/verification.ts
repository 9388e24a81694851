import type { Outcome } from '../domain/outcome.js';
import type { Status } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';

export interface WireResult {
  /** Result language for a person. */
  label: string;
  outcome: Outcome;
  /** The provider's references of all parts, joined by commas; null when there is none. */
  provider_reference: string | null;
  /** How many hits a screening has; absent elsewhere. */
  hits?: number;
}

/** A verification as its client sees it (contract 4.4). */
export interface WireVerification {
  request_id: string;
  /** In test mode only (contract 12). */
  mode?: 'test';
  status: Status;
  service_code: ServiceCode;
  /** The caller's own name for the case; absent when it gave none, and after an erasure. */
  reference?: string;
  /** Masked: at most the last four characters are readable. */
  subject: string;
  /** Held now; 0 once completed. */
  credits_reserved: number;
  /** Taken. */
  credits_charged: number;
  created_at: string;
  /** On `completed` only. */
  completed_at?: string;
  /** Once everything personal is erased: the subject, the references and the facts are gone. */
  erased_at?: string;
  result?: WireResult;
  /** On `manual_review` only. */
  message?: string;
  next_action?: string;
  /** Present and true on a replay only. */
  idempotent_replay?: true;
}

/** The body of 503 `provider_unavailable`: the verification exists and is under manual review (contract 4.3). */
export interface WireProviderUnavailable extends Omit<WireVerification, 'status'> {
  status: 'provider_unavailable';
  message: string;
  next_action: string;
  correlation_id: string;
  /** Where the page about this answer is. */
  doc_url: string;
}
