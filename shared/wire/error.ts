import type { FieldFault } from '../domain/faults.js';
import type { ProofMethod } from '../domain/second-factor.js';

/** The body of every error (contract 2). */
export interface WireError {
  /** The kind of error, for example `validation_failed`. */
  status: string;
  message: string;
  /** Also in the header `X-Correlation-Id` and on every log line of the request. */
  correlation_id: string;
  /** Where the page about this kind of error is: an address, or a path of the API's host. */
  doc_url: string;
  /** Of `validation_failed` only: everything that is wrong, at once. */
  errors?: FieldFault[];
  /** The verification that the error is about, when there is one. */
  request_id?: string;
  /** Of `insufficient_credits` only. */
  credits_required?: number;
  credits_available?: number;
  /** Of `service_unavailable` only: whether what was asked for may have been stored all the same. */
  stored?: 'no' | 'unknown';
  /** Of `forbidden`, when there is more to do about it than the message says. */
  reason?: 'second_factor_setup_required';
  /** Of `step_up_required` only: what to prove, and how. */
  challenge?: string;
  methods?: ProofMethod[];
  expires_in?: number;
  passkey_options?: object;
}
