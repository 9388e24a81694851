import type { ErrorStatus, FieldFault } from './types.js';

/** Anything that went wrong between this client and the API; never contains the token or the body of a request. */
export abstract class VerificationClientError extends Error {
  /** For a submission: sent again with this key, it is the same request. */
  idempotencyKey: string | undefined;
  /** The verification it is about, if known. */
  requestId: string | undefined;
}

/** What comes from a proxy, or from a defect, does not say how far the request had got. */
const SAY_NOTHING: ReadonlySet<string> = new Set(['unexpected_answer', 'internal_error']);

/** The API's answer says what was wrong. */
export class ApiError extends VerificationClientError {
  override readonly name = 'ApiError';
  readonly status: ErrorStatus;
  /** Finds the request in the service's logs. */
  readonly correlationId: string | undefined;
  /** The page about this kind of error: an address, or a path on the API's host. */
  readonly docUrl: string | undefined;
  /** For `validation_failed`: everything wrong with the request, at once. */
  readonly errors: readonly FieldFault[];
  /** For `insufficient_credits`. */
  readonly creditsRequired: number | undefined;
  readonly creditsAvailable: number | undefined;
  /**
   * Whether a request that changes something was stored. `unknown` too if an attempt had no answer, or none of the API:
   * send the same request again with the same key, never with a new one.
   */
  stored: 'no' | 'unknown' | undefined;

  constructor(
    readonly httpStatus: number,
    body: ErrorBody,
    /** How long the API asks you to wait, in milliseconds. */
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
    this.stored = body.stored ?? (SAY_NOTHING.has(this.status) ? 'unknown' : undefined);
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

/** There was no complete answer: it is not known whether the API has done what it was asked. */
export class ConnectionError extends VerificationClientError {
  override readonly name = 'ConnectionError';
}

/** Time ran out before there was an answer: it is not known whether the API has done what it was asked. */
export class TimeoutError extends VerificationClientError {
  override readonly name = 'TimeoutError';
}
