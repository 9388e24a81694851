import type { ErrorStatus, FieldFault } from './types.js';

/** Anything that went wrong between this client and the API; never holds the token or the body of a request. */
export abstract class VerificationClientError extends Error {
  /** Of a submission: send the request again with this key, and it is the same request. */
  idempotencyKey: string | undefined;
  /** The verification that it is about, when that is known. */
  requestId: string | undefined;
}

/** The API's answer says what was wrong. */
export class ApiError extends VerificationClientError {
  override readonly name = 'ApiError';
  readonly status: ErrorStatus;
  /** Finds the request in the service's logs. */
  readonly correlationId: string | undefined;
  /** Where the page about this kind of error is: an address, or a path of the API's host. */
  readonly docUrl: string | undefined;
  /** Of `validation_failed`: everything that is wrong with the request, at once. */
  readonly errors: readonly FieldFault[];
  /** Of `insufficient_credits`. */
  readonly creditsRequired: number | undefined;
  readonly creditsAvailable: number | undefined;
  /** Of `service_unavailable`: while it is `unknown`, send the same again with the same key, never with a new one. */
  readonly stored: 'no' | 'unknown' | undefined;

  constructor(
    readonly httpStatus: number,
    body: ErrorBody,
    /** How long the API asks to be left alone, in milliseconds. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(body.message ?? `The API answered with HTTP ${httpStatus} and no explanation`);
    this.status = body.status ?? 'unexpected_answer';
    this.correlationId = body.correlation_id;
    this.docUrl = body.doc_url;
    this.errors = body.errors ?? [];
    this.requestId = body.request_id;
    this.creditsRequired = body.credits_required;
    this.creditsAvailable = body.credits_available;
    this.stored = body.stored;
  }
}

/** The members of an error's body, as far as it has them. */
export interface ErrorBody {
  status?: ErrorStatus;
  message?: string;
  correlation_id?: string;
  doc_url?: string;
  errors?: FieldFault[];
  request_id?: string;
  credits_required?: number;
  credits_available?: number;
  stored?: 'no' | 'unknown';
}

/** No complete answer came: it is not known whether the API has done what it was asked for. */
export class ConnectionError extends VerificationClientError {
  override readonly name = 'ConnectionError';
}

/** The time of the call was over before an answer came: it is not known whether the API has done what it was asked for. */
export class TimeoutError extends VerificationClientError {
  override readonly name = 'TimeoutError';
}
