import type { FieldFault } from '../../shared/domain/faults.js';

/** Every way a request can fail, with its HTTP status (contract 2). */
export const ERROR_STATUS = {
  malformed_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;
export type ErrorKind = keyof typeof ERROR_STATUS;

interface Extras {
  /** Further members of the body. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** For the log only. */
  cause?: Error;
}

/** An error that the caller is meant to see. Its message is for a person and never quotes what the caller sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly httpStatus: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    readonly kind: ErrorKind,
    message: string,
    extras: Extras = {},
  ) {
    super(message, { cause: extras.cause });
    this.httpStatus = ERROR_STATUS[kind];
    this.body = extras.body ?? {};
    this.headers = extras.headers ?? {};
  }
}

export function malformedRequest(message: string): ApiError {
  return new ApiError('malformed_request', message);
}

export function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

export function insufficientCredits(required: number, available: number): ApiError {
  return new ApiError(
    'insufficient_credits',
    `This check costs ${required} credits and ${available} are available. Ask your account manager for a top-up, then send the same request again.`,
    { body: { credits_required: required, credits_available: available } },
  );
}

export function notFound(): ApiError {
  return new ApiError(
    'not_found',
    'There is nothing here that your account can see. Check the address and the id.',
  );
}

export function methodNotAllowed(allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', `This address answers to ${allow} only.`, {
    headers: { Allow: allow },
  });
}

export function conflict(message: string): ApiError {
  return new ApiError('conflict', message);
}

export function payloadTooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    'The body is larger than 32 KiB. Send one verification per request.',
    {
      // The rest of the body is not read, so the connection cannot be used again.
      headers: { Connection: 'close' },
    },
  );
}

export function unsupportedMediaType(): ApiError {
  return new ApiError(
    'unsupported_media_type',
    'Send the body as JSON in UTF-8, uncompressed, with the header Content-Type: application/json.',
  );
}

/** `requestId` names the verification that the error is about, when there is one. */
export function validationFailed(faults: readonly FieldFault[], requestId?: string): ApiError {
  const count = faults.length === 1 ? 'One field is' : `${faults.length} fields are`;
  return new ApiError(
    'validation_failed',
    `${count} not usable. Nothing was stored, reserved or called; see errors.`,
    {
      body: { errors: faults, ...(requestId !== undefined && { request_id: requestId }) },
    },
  );
}

export function rateLimited(retryAfterSeconds: number, headers: Record<string, string> = {}): ApiError {
  return new ApiError('rate_limited', `Too many requests. Wait ${retryAfterSeconds} s, then try again.`, {
    headers: { ...headers, 'Retry-After': String(retryAfterSeconds) },
  });
}

export function internalError(): ApiError {
  return new ApiError(
    'internal_error',
    'Something went wrong on our side. If you sent a verification, send it again with the same idempotency key; otherwise give support the correlation id.',
  );
}

export function serviceUnavailable(): ApiError {
  return new ApiError(
    'service_unavailable',
    'The service cannot reach its database just now and has stored nothing. Send the same request again with the same idempotency key.',
    { headers: { 'Retry-After': '5' } },
  );
}

/** A PDF report that was given up for the sake of other callers. */
export function documentUnavailable(cause: Error): ApiError {
  return new ApiError(
    'service_unavailable',
    'The PDF report cannot be made just now. Ask for it again, or for the report as JSON, which says the same.',
    { headers: { 'Retry-After': '5' }, cause },
  );
}
