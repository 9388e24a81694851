import type { FieldFault } from '../../shared/domain/faults.js';
import type { WireLimit } from '../../shared/wire/limits.js';
import { durationWords } from './duration-words.js';

/** Every way a request can fail, with its HTTP status (contract 2). */
export const ERROR_STATUS = {
  malformed_request: 400,
  unauthorized: 401,
  step_up_required: 401,
  insufficient_credits: 402,
  limit_reached: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  mail_not_configured: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;
export type ErrorKind = keyof typeof ERROR_STATUS;

export interface Extras {
  /** Further members of the body. */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Only for the log. */
  cause?: Error;
}

/** An error meant for the caller. Its message is for a person and never quotes the caller's input. */
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

/** No token was given, or none would help: the challenge names only the scheme (RFC 6750, 3). */
export function unauthorized(message: string): ApiError {
  return challenge(message, 'Bearer');
}

/** The token given cannot be used here: the challenge says so, and why (RFC 6750, 3.1). */
export function unusableToken(message: string): ApiError {
  // Characters not allowed in a quoted description (RFC 6750, 3).
  const description = message.replace(/[^ !#-[\]-~]/g, '');
  return challenge(message, `Bearer error="invalid_token", error_description="${description}"`);
}

function challenge(message: string, value: string): ApiError {
  return new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': value } });
}

export function insufficientCredits(required: number, available: number): ApiError {
  return new ApiError(
    'insufficient_credits',
    `This check costs ${required} credits and ${available} are available. Ask your account manager for a top-up, then send the same request again.`,
    { body: { credits_required: required, credits_available: available } },
  );
}

const LIMITED_NAMES = { client: 'client', user: 'user', api_key: 'API key' } as const;

/** A spending limit would be exceeded (contract 11): again after every reset, if it is below the price alone. */
export function limitReached(limit: WireLimit, required: number): ApiError {
  const spends = `The ${LIMITED_NAMES[limit.of]} can spend ${limit.credits} credits per ${limit.period}`;
  const message =
    required > limit.credits
      ? `${spends}, and this check costs ${required} credits. Nothing was stored or reserved. Have the limit raised, then send the same request again.`
      : `${spends}, and this request would exceed that limit. Nothing was stored or reserved. Send the same request again after the limit resets, or have the limit raised.`;
  return new ApiError('limit_reached', message, { body: { limit } });
}

/** The token or key is valid, but does not allow the action (contract 2). */
export function forbidden(message: string, body: Record<string, unknown> = {}): ApiError {
  return new ApiError('forbidden', message, { body });
}

export function notFound(): ApiError {
  return new ApiError(
    'not_found',
    'Your account cannot see anything at this address. Check the address and the id.',
  );
}

/** A one-time link that does not work: one error for every reason, so that nobody learns whether it ever did. */
export function linkEnded(): ApiError {
  return new ApiError(
    'not_found',
    'This link is not valid: it was used, replaced or withdrawn, or it has expired. Ask for a new one.',
  );
}

export function methodNotAllowed(allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', `This address supports only ${allow}.`, {
    headers: { Allow: allow },
  });
}

/** `requestId` names the conflicting verification, if any. */
export function conflict(message: string, requestId?: string): ApiError {
  return new ApiError(
    'conflict',
    message,
    requestId === undefined ? {} : { body: { request_id: requestId } },
  );
}

/** Upload of a file that was uploaded before. */
export function fileRepeated(batchId: string): ApiError {
  return new ApiError(
    'conflict',
    'This file was uploaded before. Continue with that batch, or send the file again with allow_repeat to create another one.',
    { body: { batch_id: batchId } },
  );
}

/** An action that needs a mail, on a service that cannot send any. */
export function mailNotConfigured(): ApiError {
  return new ApiError(
    'mail_not_configured',
    'This requires sending an e-mail, and the service has no mail server. Ask its operator to set SMTP_URL and MAIL_FROM, or to give you a temporary password.',
  );
}

export function payloadTooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    'The body is larger than 32 KiB. Send one verification per request.',
    {
      // The rest of the body is not read, so the connection cannot be reused.
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

/** `requestId` names the verification the error is about, if any. */
export function validationFailed(faults: readonly FieldFault[], requestId?: string): ApiError {
  return invalid(`${unusable(faults, 'field')} Nothing was stored or changed.`, faults, requestId);
}

/** A query string with faults. Most such requests only read, so the message does not say that nothing was stored. */
export function invalidQuery(faults: readonly FieldFault[]): ApiError {
  return invalid(unusable(faults, 'query parameter'), faults);
}

function unusable({ length }: readonly FieldFault[], what: string): string {
  return `${length === 1 ? `One ${what} is` : `${length} ${what}s are`} invalid: see errors.`;
}

function invalid(message: string, faults: readonly FieldFault[], requestId?: string): ApiError {
  return new ApiError('validation_failed', message, {
    body: { errors: faults, ...(requestId !== undefined && { request_id: requestId }) },
  });
}

export function rateLimited(retryAfterSeconds: number, headers: Record<string, string> = {}): ApiError {
  return new ApiError(
    'rate_limited',
    `Too many requests. Wait ${durationWords(retryAfterSeconds)}, then try again.`,
    {
      headers: { ...headers, 'Retry-After': String(retryAfterSeconds) },
    },
  );
}

export function internalError(): ApiError {
  return new ApiError(
    'internal_error',
    'Something went wrong on our side. If you sent a verification, send it again with the same idempotency key; otherwise give support the correlation id.',
  );
}
