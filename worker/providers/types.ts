import type { InputType } from '../../shared/domain/input-type.js';
import type { AnsweredOutcome } from '../../shared/domain/outcome.js';
import type { Parameters } from '../../shared/domain/parameters.js';
import type { CheckCode, FactsOf } from '../../shared/services/index.js';

/** Everything an adapter needs to know about one check. The subject is whole here, and only here. */
export interface CheckInput {
  serviceCode: CheckCode;
  subject: string;
  inputType: InputType;
  parameters: Parameters;
  /** Calls of the check before this one, none of which the provider did any work for. */
  earlierCalls: number;
}

/** What a provider is asked: one of its routes, and what is said there. */
export interface ProviderRequest {
  path: string;
  body: Record<string, string>;
}

/**
 * Why a request was held back on an open connection: somebody else gave the call up, nobody could say in time whether
 * that is so, or this worker may count as dead because it was not heard of for too long.
 */
export type Withheld = 'right_lost' | 'right_unknown' | 'worker_silent';

/** What happened on the wire, told by connection phase and never by error code alone. */
export type Exchange =
  /** The TCP or TLS connection was never established: the provider cannot have seen the request. */
  | { kind: 'not_sent'; error: string }
  /** It was, but the request was held back, because the call was not known to be this worker's any more. */
  | { kind: 'not_sent'; error: Withheld; withheld: true }
  /** The request may have been read, and no complete answer came: reset, timeout, truncated, oversized, garbage. */
  | { kind: 'no_answer'; error: string }
  /**
   * One complete HTTP answer; the body is its text, unparsed. `unreadable`: the body was compressed or not UTF-8,
   * so `body` is the base64 of its bytes, kept as evidence and never parsed.
   */
  | { kind: 'answer'; status: number; retryAfter: string | undefined; body: string; unreadable?: true };

/** The facts of a check as an adapter gathers them: what the provider does not state is still there, undefined. */
export type Gathered<Code extends CheckCode> = Unstated<FactsOf<Code>>;
type Unstated<T> = T extends (infer Item)[]
  ? Unstated<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Unstated<T[Name]> | undefined }
    : T;

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

/** The meaning of an exchange. */
export type Verdict =
  | { class: 'not_sent'; reason: string }
  | { class: 'refused_for_now'; reason: 'credentials' | 'rate_limited'; retryAfterMs?: number }
  /** The provider's own code of it stays in the sealed answer. */
  | { class: 'refused' }
  | { class: 'answered'; finding: Finding }
  /** `answerComplete` parts 202 (an answer came, but unclear) from 503 (no usable answer): contract 4.3. */
  | { class: 'uncertain'; reason: UncertainReason; answerComplete: boolean };
