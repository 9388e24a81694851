import { keyNeedOf, rolesFor, scopesFor } from '../../shared/domain/access.js';
import { ROLES, TOKEN_SCOPES } from '../../shared/domain/roles.js';
import { ERROR_STATUS, type ErrorKind } from '../errors/catalogue.js';
import type { EndpointDescription } from '../http/endpoint.js';
import type { Access, ContentDescription, Parameters, ResponseDescription } from './describe.js';
import { errorResponse } from './error-responses.js';
import { ERROR_KINDS, errorSchemaName } from './error-schemas.js';
import { COMMON_HEADERS, headerRefs } from './headers.js';
import type { JsonSchema } from './json-schema.js';
import { named } from './schemas.js';

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required: boolean;
  deprecated?: true;
  schema: JsonSchema;
}

export interface OpenApiMedia {
  schema?: JsonSchema;
  examples?: Readonly<Record<string, { value: unknown }>>;
}

export interface OpenApiResponse {
  description: string;
  headers: Readonly<Record<string, { $ref: string }>>;
  content?: Readonly<Record<string, OpenApiMedia>>;
}

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: OpenApiParameter[];
  requestBody?: { required: boolean; content: Readonly<Record<string, OpenApiMedia>> };
  responses: Readonly<Record<string, OpenApiResponse | { $ref: string }>>;
}

/** An operation in OpenAPI's form. Errors that follow from the description are added automatically. */
export function openApiOperation(tag: string, endpoint: EndpointDescription): OpenApiOperation {
  const { operationId, summary, description, access, body } = endpoint;
  return {
    operationId,
    summary,
    ...describe(description, access),
    tags: [tag],
    security: securityOf(access),
    parameters: [
      ...parametersIn('path', endpoint.inPath),
      ...parametersIn('query', endpoint.query),
      ...parametersIn('header', { ...CORRELATION, ...endpoint.headers }),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: body.required ?? true,
        content: media(
          Object.fromEntries(
            [body.mediaType ?? 'application/json']
              .flat()
              .map((type) => [type, { schema: body.schema, examples: body.examples }]),
          ),
        ),
      },
    }),
    responses: responsesOf(endpoint),
  };
}

const CORRELATION: Parameters = {
  'X-Correlation-Id': {
    description:
      'An identifier of your choice for this request, to find it in logs: 1 to 64 characters of `A-Z a-z 0-9 . _ -`.',
    schema: { type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
};

function securityOf(access: Access): Record<string, string[]>[] {
  if (access === 'open') return [];
  const scopes = scopesFor(access.act);
  // OpenAPI requires all scopes within one entry but only one of several entries: any one of these is enough.
  const each = scopes.length === TOKEN_SCOPES.length ? [[]] : scopes.map((scope) => [scope]);
  const need = keyNeedOf(access.act);
  return [
    ...each.map((needed) => ({ bearerAuth: needed })),
    ...(need === undefined ? [] : [{ apiKeyAuth: need === 'any' ? [] : [need] }]),
    ...each.map((needed) => ({ cookieAuth: needed })),
  ];
}

/** Says who may use it, unless that is everyone signed in. */
function describe(text: string | undefined, access: Access): { description?: string } {
  const roles = access === 'open' ? ROLES : rolesFor(access.act);
  const sentence = roles.length === ROLES.length ? undefined : `${roleWords(roles)}.`;
  // Behind a list, it would belong to the last entry.
  const gap = text !== undefined && /^- /m.test(text) ? '\n\n' : ' ';
  const description = [text, sentence].filter((part) => part !== undefined).join(gap);
  return description === '' ? {} : { description };
}

function roleWords(roles: readonly string[]): string {
  const words = roles.map((role) => `\`${role}\``);
  return words.length === 1 ? `For the role ${words[0]}` : `For the roles ${AND.format(words)}`;
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function parametersIn(place: OpenApiParameter['in'], parameters: Parameters = {}): OpenApiParameter[] {
  return Object.entries(parameters).map(([name, { description, schema, required, deprecated }]) => ({
    name,
    in: place,
    description,
    required: place === 'path' || required === true,
    ...(deprecated === true && { deprecated }),
    schema,
  }));
}

function responsesOf(endpoint: EndpointDescription): OpenApiOperation['responses'] {
  const own = Object.entries(endpoint.responses);
  const kinds = errorsOf(endpoint);
  const statuses = [
    ...new Set([...own.map(([status]) => status), ...kinds.map((kind) => String(ERROR_STATUS[kind]))]),
  ].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const response = own.find(([name]) => name === status)?.[1];
      const errors = kinds.filter((kind) => String(ERROR_STATUS[kind]) === status);
      if (response === undefined)
        return [status, errorResponse(errors, endpoint.errorHeaders?.[Number(status)])];
      return [status, openApiResponse(response, errors.length === 0 ? undefined : Number(status))];
    }),
  );
}

/** The kinds of error the endpoint can return. */
function errorsOf(endpoint: EndpointDescription): ErrorKind[] {
  const { access, inPath, body, errors = [], withoutDatabase, stepUp } = endpoint;
  const kinds: ErrorKind[] = [
    'validation_failed',
    'internal_error',
    ...(access === 'open' ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(stepUp !== undefined ? (['step_up_required'] as const) : []),
    ...(inPath === undefined ? [] : (['not_found'] as const)),
    ...(body === undefined
      ? []
      : (['malformed_request', 'payload_too_large', 'unsupported_media_type'] as const)),
    ...(withoutDatabase === true ? [] : (['service_unavailable'] as const)),
    ...(hasCsv(endpoint) ? (['rate_limited'] as const) : []),
    ...errors,
  ];
  return [...new Set(kinds)];
}

/** Whether it can return a whole list as a file; a client may download only a few of these at once. */
function hasCsv({ responses }: EndpointDescription): boolean {
  return Object.values(responses).some(({ content = {} }) => 'text/csv' in content);
}

/** An answer of the operation itself. If an error has the same status, the body may be either. */
function openApiResponse(
  { description, headers = [], content }: ResponseDescription,
  sharedStatus: number | undefined,
): OpenApiResponse {
  const own = content === undefined ? undefined : media(content);
  return {
    description,
    headers: headerRefs([...COMMON_HEADERS, ...headers]),
    ...(own !== undefined && { content: sharedStatus === undefined ? own : withError(own, sharedStatus) }),
  };
}

function withError(content: Record<string, OpenApiMedia>, status: number): Record<string, OpenApiMedia> {
  const { schema = {}, ...json } = content['application/json'] ?? {};
  const kinds = ERROR_KINDS.filter((kind) => ERROR_STATUS[kind] === status);
  const oneOf = [schema, ...kinds.map((kind) => named(errorSchemaName(kind)))];
  return { ...content, 'application/json': { ...json, schema: { oneOf } } };
}

function media(content: Readonly<Record<string, ContentDescription>>): Record<string, OpenApiMedia> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema, examples }]) => [
      type,
      {
        ...(schema !== undefined && { schema }),
        ...(examples !== undefined && {
          examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
        }),
      },
    ]),
  );
}
