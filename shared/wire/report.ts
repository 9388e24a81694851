import type { CheckOutcome } from '../domain/outcome.js';
import type { Status } from '../domain/states.js';
import type { CheckCode, FactsOf } from '../services/index.js';
import type { WireResult, WireVerification } from './verification.js';

/** Normalised facts of one check, as far as its source states them. */
export type WireDetails = FactsOf<CheckCode>;

/** One part of a verification; a single service has one. `service_code` says which facts it has. */
export type WireCheck = { [Code in CheckCode]: WireCheckOf<Code> }[CheckCode];

export interface WireCheckOf<Code extends CheckCode> {
  service_code: Code;
  /** The result in words; null until the part is completed, like the outcome and the details. */
  label: string | null;
  status: Status;
  /** `closed` if support closed the request without a result for this part. */
  outcome: CheckOutcome | 'closed' | null;
  details: FactsOf<Code> | null;
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
 * Why the credits are as they are: `held` until completed, `review_completed` if staff completed it, otherwise by the
 * outcome.
 */
export type BillingReason = 'result' | 'no_record' | 'review_completed' | 'rejected' | 'closed' | 'held';

export interface WireBilling {
  reason: BillingReason;
  /** The price list under which the request was accepted. */
  release: string;
  /** The ledger lines of this verification, oldest first. */
  entry_ids: string[];
}

export interface WireReportResult extends WireResult {
  /** Absent for bundles, whose facts are in `checks`. */
  details?: WireDetails | null;
}

/** The input of a screening. */
export interface WireScreened {
  /** Masked. */
  name: string;
  entity: string;
  country: string;
  dataset: string;
}

/** One normalised report (contract 4.4). */
export interface WireReport extends WireVerification {
  /** For aml_screening only, until an erasure. */
  screened?: WireScreened;
  service_label: string;
  category: string;
  idempotency_key: string;
  purpose: string;
  /** E-mail address of the user, or name of the API key; null if unknown. */
  submitted_by: string | null;
  /** What that user is called; null for an API key, and if unknown. */
  submitted_by_name: string | null;
  provider_source: string;
  confidentiality_notice: string;
  result?: WireReportResult;
  consent: WireConsent;
  checks: WireCheck[];
  billing: WireBilling;
}
