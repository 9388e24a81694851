import type { Request } from 'express';
import type { Act } from '../../shared/domain/access.js';
import type { ErrorKind } from '../errors/catalogue.js';
import type { HeaderName } from './headers.js';
import type { JsonSchema } from './json-schema.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Who may use an operation: whoever the table of access lets do this; `open` needs no token. */
export type Access = 'open' | Guarded;

export interface Guarded {
  act: Act;
  /** Also for a user who has to change a temporary password first: only for me, me/password and logout. */
  beforePasswordChange?: true;
  /** Also for a user who has to set up a second factor first: only for that, me, me/password and logout. */
  beforeSecondFactor?: true;
}

export interface ParameterDescription {
  description: string;
  schema: JsonSchema;
  required?: boolean;
  deprecated?: boolean;
  example?: unknown;
}
export type Parameters = Readonly<Record<string, ParameterDescription>>;

export interface BodyDescription {
  schema: JsonSchema;
  examples: Readonly<Record<string, unknown>>;
  /** True unless said otherwise. */
  required?: boolean;
  /** JSON unless said otherwise; of several, one is sent. */
  mediaType?: string | readonly string[];
}

/** One kind of answer that is no error. */
export interface ResponseDescription {
  description: string;
  /** Beside those that every answer has. */
  headers?: readonly HeaderName[];
  /** By media type; absent for an answer without a body. */
  content?: Readonly<Record<string, ContentDescription>>;
}

export interface ContentDescription {
  /** Absent for what is no JSON. */
  schema?: JsonSchema;
  examples?: Readonly<Record<string, unknown>>;
}

export interface OperationDescription {
  operationId: string;
  summary: string;
  description?: string;
  access: Access;
  query?: Parameters;
  headers?: Parameters;
  body?: BodyDescription;
  /** By status. */
  responses: Readonly<Record<number, ResponseDescription>>;
  /** Errors beyond those that follow from the rest of the description. */
  errors?: readonly ErrorKind[];
  /** It needs a fresh proof of who the caller is (POST /api/v1/me/step-up), always or for some bodies. */
  stepUp?: true | ((req: Request) => boolean);
  /** It answers from memory, so a lost database does not matter. */
  withoutDatabase?: boolean;
}

/** Something that the service posts to addresses of its clients. */
export interface EventDescription {
  summary: string;
  /** What the event carries. */
  data: JsonSchema;
  example: Record<string, unknown>;
}

/** An answer that is JSON. */
export function json(
  schema: JsonSchema,
  examples: Readonly<Record<string, unknown>>,
): Readonly<Record<string, ContentDescription>> {
  return { 'application/json': { schema, examples } };
}
