import type { Request } from 'express';
import type { Act } from '../../shared/domain/access.js';
import type { ErrorKind } from '../errors/catalogue.js';
import type { HeaderName } from './headers.js';
import type { JsonSchema } from './json-schema.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Who may use an operation: any role to which the access table grants this act; `open` needs no token. */
export type Access = 'open' | Guarded;

export interface Guarded {
  act: Act;
  /** Open to a user who must first change a temporary password: only for me, me/password and logout. */
  beforePasswordChange?: true;
  /** Open to a user who must first set up a second factor: only for that, me, me/password and logout. */
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
  /** True by default. */
  required?: boolean;
  /** JSON by default; of several, one is sent. */
  mediaType?: string | readonly string[];
}

/** One kind of successful answer. */
export interface ResponseDescription {
  description: string;
  /** In addition to those of every answer. */
  headers?: readonly HeaderName[];
  /** By media type; absent for an answer without a body. */
  content?: Readonly<Record<string, ContentDescription>>;
}

export interface ContentDescription {
  /** Absent for anything but JSON. */
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
  /** Errors that do not already follow from the rest of the description. */
  errors?: readonly ErrorKind[];
  /** By status: headers of its errors, beyond those that the kind of error has wherever it occurs. */
  errorHeaders?: Readonly<Record<number, readonly HeaderName[]>>;
  /** Whether it needs a fresh proof of identity (POST /api/v1/me/step-up), always or for some bodies. */
  stepUp?: true | ((req: Request) => boolean);
  /** Whether it answers from memory, so that an unreachable database does not matter. */
  withoutDatabase?: boolean;
}

/** An event the service posts to addresses of its clients. */
export interface EventDescription {
  summary: string;
  /** The payload of the event. */
  data: JsonSchema;
  example: Record<string, unknown>;
}

/** A JSON answer. */
export function json(
  schema: JsonSchema,
  examples: Readonly<Record<string, unknown>>,
): Readonly<Record<string, ContentDescription>> {
  return { 'application/json': { schema, examples } };
}
