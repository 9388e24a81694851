import { DURABILITIES } from '../../shared/durability/demand.js';
import {
  type ApiError,
  conflict,
  ERROR_STATUS,
  type ErrorKind,
  forbidden,
  insufficientCredits,
  internalError,
  limitReached,
  mailNotConfigured,
  malformedRequest,
  methodNotAllowed,
  notFound,
  payloadTooLarge,
  rateLimited,
  unsupportedMediaType,
  unusableToken,
  validationFailed,
} from '../errors/catalogue.js';
import { stepUpRequired } from '../errors/proof-errors.js';
import { serviceUnavailable } from '../errors/unavailable.js';
import { EXAMPLE_STEP_UP, STEP_UP_MEMBERS } from '../second-factor/schemas.js';
import { REQUIRED } from '../validation/rules.js';
import { FAULT_CODES } from './fault-codes.js';
import type { JsonSchema } from './json-schema.js';
import { arrayOf, constant, DOC_URL, id, integer, named, object, oneOfWords, text } from './schemas.js';

/** One error of each kind as the catalogue creates it: its members are read from this sample. */
export const SAMPLES: Readonly<Record<ErrorKind, ApiError>> = {
  malformed_request: malformedRequest('The body is not valid JSON. Send one JSON object.'),
  unauthorized: unusableToken('The access token has expired. Sign in again.'),
  step_up_required: stepUpRequired(EXAMPLE_STEP_UP),
  insufficient_credits: insufficientCredits(12, 4),
  limit_reached: limitReached(
    {
      of: 'api_key',
      period: 'day',
      credits: 500,
      used: 496,
      resets_at: '2026-09-02T00:00:00.000Z',
    },
    12,
  ),
  forbidden: forbidden('This request needs the scope wallet, which the API key does not have.'),
  not_found: notFound(),
  method_not_allowed: methodNotAllowed(['GET', 'HEAD']),
  conflict: conflict('The current state of this resource does not allow this.'),
  mail_not_configured: mailNotConfigured(),
  payload_too_large: payloadTooLarge(),
  unsupported_media_type: unsupportedMediaType(),
  validation_failed: validationFailed([{ field: 'purpose', ...REQUIRED }]),
  rate_limited: rateLimited(30, {
    RateLimit: '"client-requests";r=0;t=30',
    'RateLimit-Policy': '"client-requests";q=3000;w=60',
  }),
  internal_error: internalError(),
  service_unavailable: serviceUnavailable('POST', 'no'),
};

/** What each kind of error means. */
export const DESCRIPTIONS: Readonly<Record<ErrorKind, string>> = {
  malformed_request: 'The body is not one JSON object in UTF-8, or has a name twice.',
  unauthorized:
    'The token is missing, invalid, expired or revoked, has the wrong scope, or its account is suspended. Sign in again.',
  step_up_required:
    'A fresh proof of identity is required: send it to POST /api/v1/me/step-up, then send the same request again.',
  insufficient_credits: 'Not enough credits are available. Nothing is stored; the key remains unused.',
  forbidden:
    'The token or key is valid but does not allow this; the message says what would. With the `reason` `second_factor_setup_required`, the account first has to set up a second factor.',
  limit_reached:
    'The request would exceed a spending limit of the client, the user or the API key. Nothing is stored; the key remains unused.',
  not_found: 'The account cannot see anything here. The id of another client looks exactly the same.',
  method_not_allowed: 'The address supports other methods; see the header Allow.',
  conflict: 'The current state of the resource does not allow this.',
  mail_not_configured: 'This requires sending an e-mail, and the service has no mail server.',
  payload_too_large: 'The body is larger than 32 KiB.',
  unsupported_media_type: 'The body is not application/json.',
  validation_failed:
    'Fields or query parameters are invalid; all faults are listed. Nothing was stored, and no provider was called.',
  rate_limited: 'Too many requests: wait for the time given in the header Retry-After.',
  internal_error: 'A defect of the service.',
  service_unavailable:
    'The database is unreachable, read-only or failing at the moment, or a PDF report cannot be created: try again after the time given in the header Retry-After. `stored` says whether a request that changes something was stored; if it is `unknown`, send the same request again with the same idempotency key, never with a new one.',
};

const ABOUT = {
  request_id: id('verification', { description: 'The verification that the error concerns, if any.' }),
};

// Members an error of the kind may have besides status, message and correlation_id.
const EXTRAS: Readonly<Partial<Record<ErrorKind, Record<string, JsonSchema>>>> = {
  insufficient_credits: {
    credits_required: integer(0, 1_000_000_000),
    credits_available: integer(0, 1_000_000_000),
  },
  validation_failed: {
    errors: arrayOf(named('FieldFault'), 200, { minItems: 1 }),
    request_id: id('verification', { description: 'The verification that owns the idempotency key.' }),
    columns: arrayOf(text(100), 50, {
      description:
        'For an uploaded file: the columns that are not recognised; empty if none is, because its first row is then probably data.',
    }),
  },
  limit_reached: { limit: named('Limit') },
  unauthorized: ABOUT,
  step_up_required: STEP_UP_MEMBERS,
  forbidden: { ...ABOUT, reason: oneOfWords(['second_factor_setup_required']) },
  not_found: ABOUT,
  conflict: {
    ...ABOUT,
    request_ids: arrayOf(id('verification'), 100, { description: 'The cases that prevented this.' }),
    approval_id: id('approval', { description: 'The proposal that already stands.' }),
    batch_id: id('batch', { description: 'The batch created from the same file.' }),
  },
  rate_limited: ABOUT,
  internal_error: ABOUT,
  service_unavailable: {
    ...ABOUT,
    stored: oneOfWords(['no', 'unknown'], {
      description:
        '`no`: nothing was stored. `unknown`: the connection to the database was lost before it confirmed, so the request may have been stored.',
    }),
    durability: oneOfWords(DURABILITIES, { description: 'Only for /readyz: as in its 200.' }),
    checks: {
      type: 'object',
      description: 'Only for /readyz: what is missing, or `process: stopping`.',
      additionalProperties: text(20),
    },
  },
};

/** Every kind of error. */
export const ERROR_KINDS = Object.keys(ERROR_STATUS) as ErrorKind[];

/** The name of the schema of an error. */
export function errorSchemaName(kind: ErrorKind): string {
  return `${nameOf(kind)}Error`;
}

/** The name of an error's response: `ValidationFailed` for `validation_failed`. */
export function nameOf(kind: ErrorKind): string {
  return kind.replace(/(^|_)([a-z])/g, (_match, _start, letter: string) => letter.toUpperCase());
}

function schemaOf(kind: ErrorKind): JsonSchema {
  const extras = EXTRAS[kind] ?? {};
  const always = Object.keys(SAMPLES[kind].body);
  return {
    type: 'object',
    description: DESCRIPTIONS[kind],
    properties: {
      status: constant(kind),
      message: text(2000, { description: 'For a person: what is wrong and what to do.' }),
      correlation_id: text(64, { description: 'As in the header X-Correlation-Id.' }),
      doc_url: DOC_URL,
      ...extras,
    },
    required: ['status', 'message', 'correlation_id', 'doc_url', ...always],
    additionalProperties: false,
  };
}

/** The named schemas of all errors. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  FieldFault: object<{ field: string; code: string; message: string }>(
    {
      field: text(200, {
        description: 'The path of the field, with a dot before the name of a member, or the query parameter.',
        examples: ['subject', 'limits.per_day'],
      }),
      code: oneOfWords(Object.keys(FAULT_CODES), {
        description: Object.entries(FAULT_CODES)
          .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
          .join('\n'),
      }),
      message: text(1000, { description: 'For a person: how to put it right.' }),
    },
    { description: 'One problem with one field.' },
  ),
  ...Object.fromEntries(ERROR_KINDS.map((kind) => [errorSchemaName(kind), schemaOf(kind)])),
};
