import type { FieldFault } from '../domain/faults.js';
import type { ProofMethod } from '../domain/second-factor.js';

/** The body of every error (contract 2). */
export interface WireError {
  /** The kind of error, for example `validation_failed`. */
  status: string;
  message: string;
  /** Also in the header `X-Correlation-Id`, and on every log line of the request. */
  correlation_id: string;
  /** The page about this kind of error: an address, or a path on the API's host. */
  doc_url: string;
  /** With `validation_failed` only: every fault at once. */
  errors?: FieldFault[];
  /** The verification the error is about, if any. */
  request_id?: string;
  /** The batch that was made of the same file before. */
  batch_id?: string;
  /** With `insufficient_credits` only. */
  credits_required?: number;
  credits_available?: number;
  /** With `service_unavailable` only: whether the request may have been stored nevertheless. */
  stored?: 'no' | 'unknown';
  /** With `forbidden`, if the caller can do more about it than the message says. */
  reason?: 'second_factor_setup_required';
  /** With `step_up_required` only: what to prove, and how. */
  challenge?: string;
  methods?: ProofMethod[];
  expires_in?: number;
  passkey_options?: object;
}
