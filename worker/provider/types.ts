import type { AnsweredOutcome } from '../../shared/domain/outcome.js';
import type { CheckCode, InputType, Parameters } from '../../shared/domain/services.js';
import type { UpstreamPath } from '../../shared/domain/upstream-paths.js';

/** Everything an adapter needs to know about one check. The subject is whole here, and only here. */
export interface CheckInput {
  serviceCode: CheckCode;
  subject: string;
  inputType: InputType;
  parameters: Parameters;
}

export interface UpstreamRequest {
  path: UpstreamPath;
  body: Record<string, string>;
}

/** What happened on the wire, told by connection phase and never by error code alone. */
export type Exchange =
  /** The TCP or TLS connection was never established: the provider cannot have seen the request. */
  | { kind: 'not_sent'; error: string }
  /** The request may have been read, and no complete answer came: reset, timeout, truncated, oversized, garbage. */
  | { kind: 'no_answer'; error: string }
  /**
   * One complete HTTP answer; the body is its text, unparsed. `unreadable`: the body was compressed or not UTF-8,
   * so `body` is the base64 of its bytes, kept as evidence and never parsed.
   */
  | { kind: 'answer'; status: number; retryAfter: string | undefined; body: string; unreadable?: true };

/** What an answer says about the check, in the one report shape. `details` never carries the whole subject. */
export interface Finding {
  outcome: AnsweredOutcome;
  label: string;
  details: Record<string, unknown>;
  /** JPEG bytes, identity_check only. */
  photo?: Buffer;
  /** The provider's reference: confidential, kept sealed. */
  reference: string;
}

/** Why an exchange is uncertain; the words go into logs, metrics and the review desk, so they carry no data. */
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

/** The meaning of an exchange: the last column of the table in outcome-table.ts. */
export type Verdict =
  | { class: 'not_sent'; reason: string }
  | { class: 'refused_for_now'; reason: 'credentials' | 'rate_limited'; retryAfterMs?: number }
  /** The provider's own code of it stays in the sealed answer. */
  | { class: 'refused' }
  | { class: 'answered'; finding: Finding }
  /** `answerComplete` parts 202 (an answer came, but unclear) from 503 (no usable answer): contract 4.3. */
  | { class: 'uncertain'; reason: UncertainReason; answerComplete: boolean };
