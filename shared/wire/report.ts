import type { CheckOutcome } from '../domain/outcome.js';
import type { CheckCode } from '../domain/services.js';
import type { Status } from '../domain/states.js';
import type { WireResult, WireVerification } from './verification.js';

/** Normalised facts of one check; which ones, depends on the service. */
export type WireDetails = Record<string, unknown>;

/** One part of a verification; a single service has one. */
export interface WireCheck {
  service_code: CheckCode;
  /** Result language for a person; null until the part is completed, like the outcome and the details. */
  label: string | null;
  status: Status;
  outcome: CheckOutcome | null;
  details: WireDetails | null;
}

/** What the client confirmed when it submitted the request, as recorded then. */
export interface WireConsent {
  authority_confirmed: boolean;
  charge_approved: boolean;
  biometric_consent: boolean;
  credits_approved: number | null;
  recorded_at: string;
  /** Public id of the user or API key. */
  recorded_by: string;
  channel: 'api' | 'portal';
  /** SHA-256 in hexadecimal: the record's link in the client's evidence chain. */
  evidence_hash: string;
}

/**
 * Why the credits are where they are: `held` until completed, `review_completed` when staff completed it, otherwise
 * after the outcome.
 */
export type BillingReason = 'result' | 'no_record' | 'review_completed' | 'rejected' | 'closed' | 'held';

export interface WireBilling {
  reason: BillingReason;
  /** The price list that the request was accepted under. */
  release: string;
  /** The ledger lines of this verification, oldest first. */
  entry_ids: string[];
}

export interface WireReportResult extends WireResult {
  /** Absent for bundles, whose facts are in `checks`. */
  details?: WireDetails | null;
}

/** One normalised report (contract 4.4). */
export interface WireReport extends WireVerification {
  service_label: string;
  category: string;
  idempotency_key: string;
  purpose: string;
  provider_source: string;
  confidentiality_notice: string;
  result?: WireReportResult;
  consent: WireConsent;
  checks: WireCheck[];
  billing: WireBilling;
}
