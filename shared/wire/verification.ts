import type { Outcome } from '../domain/outcome.js';
import type { Status } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';

export interface WireResult {
  /** The result in words. */
  label: string;
  outcome: Outcome;
  /** The provider's references of all parts, joined by commas; null if there are none. */
  provider_reference: string | null;
  /** The number of hits of a screening; absent otherwise. */
  hits?: number;
}

/** A verification as its client sees it (contract 4.4). */
export interface WireVerification {
  request_id: string;
  /** In test mode only (contract 12). */
  mode?: 'test';
  status: Status;
  service_code: ServiceCode;
  /** The caller's own reference for the case; absent if it gave none, and after an erasure. */
  reference?: string;
  /** Masked: at most the last four characters are readable. */
  subject: string;
  /** Currently held; 0 once completed. */
  credits_reserved: number;
  /** Credits charged. */
  credits_charged: number;
  created_at: string;
  /** With `completed` only. */
  completed_at?: string;
  /** Set once all personal data is erased: the subject, the references and the facts. */
  erased_at?: string;
  result?: WireResult;
  /** With `manual_review` only. */
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
  /** The page about this answer. */
  doc_url: string;
}
