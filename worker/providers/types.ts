import type { InputType } from '../../shared/domain/input-type.js';
import type { AnsweredOutcome } from '../../shared/domain/outcome.js';
import type { Parameters } from '../../shared/domain/parameters.js';
import type { CheckCode } from '../../shared/services/index.js';

/** Everything an adapter needs to know about one check. This is the only place where the subject is unmasked. */
export interface CheckInput {
  serviceCode: CheckCode;
  subject: string;
  inputType: InputType;
  parameters: Parameters;
  /** Earlier calls for the check, none of which caused the provider any work. */
  earlierCalls: number;
}

/** A request to a provider: one of its routes, and the body sent there. */
export interface ProviderRequest {
  path: string;
  body: Record<string, string>;
}

/**
 * Why a request was held back on an open connection: someone else gave the call up, nobody could say in time whether
 * that is so, or this worker may count as dead because it was silent for too long.
 */
export type Withheld = 'right_lost' | 'right_unknown' | 'worker_silent';

/** What happened on the wire, determined by connection phase and never by error code alone. */
export type Exchange =
  /** The TCP or TLS connection was never established: the provider cannot have seen the request. */
  | { kind: 'not_sent'; error: string }
  /** The connection was established, but the request was held back because the call may no longer be this worker's. */
  | { kind: 'not_sent'; error: Withheld; withheld: true }
  /** The request may have been read, and no complete answer came: reset, timeout, truncated, oversized, garbage. */
  | { kind: 'no_answer'; error: string }
  /**
   * One complete HTTP answer; the body is its text, unparsed. `unreadable`: the body was compressed or not UTF-8, so
   * `body` is the base64 of its bytes, kept as evidence and never parsed.
   */
  | { kind: 'answer'; status: number; retryAfter: string | undefined; body: string; unreadable?: true };

/** What an answer says about the check, in the common report format. `details` never contains the unmasked subject. */
export interface Finding {
  outcome: AnsweredOutcome;
  label: string;
  details: Record<string, unknown>;
  /** JPEG bytes, identity_check only. */
  photo?: Buffer;
  /** The provider's reference: confidential, stored sealed. */
  reference: string;
}

/** Why an exchange is uncertain; these codes go into logs, metrics and the review desk, so they carry no data. */
export const UNCERTAIN_REASONS = [
  'no_answer',
  'server_error',
  'inconclusive',
  'unexpected_status',
  'not_json',
  'wrong_schema',
  'wrong_subject',
] as const;
export type UncertainReason = (typeof UNCERTAIN_REASONS)[number];

/** What an exchange means. */
export type Verdict =
  | { class: 'not_sent'; reason: string }
  | { class: 'refused_for_now'; reason: 'credentials' | 'rate_limited'; retryAfterMs?: number }
  /** The provider's own refusal code stays in the sealed answer. */
  | { class: 'refused' }
  | { class: 'answered'; finding: Finding }
  /** `answerComplete` separates 202 (an answer came, but unclear) from 503 (no usable answer): contract 4.3. */
  | { class: 'uncertain'; reason: UncertainReason; answerComplete: boolean };
