import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import type { EventDescription, Method, OperationDescription, Parameters } from '../openapi/describe.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { mountEndpoints } from './mount-endpoints.js';

/**
 * All that there is to be said of one endpoint, but for what it does. Its route, the policies before its handler and its
 * description follow from this value, and from it alone.
 */
export interface EndpointDescription extends OperationDescription {
  method: Method;
  /** As Express has it. */
  path: string;
  /** The parameters in the path, by name. */
  inPath?: Parameters;
  /** The `id` in the path names a client, which must exist: 404 before anything is done. */
  belowClient?: true;
}

/** One endpoint, with its handler, which comes after all policies. */
export interface Endpoint<Parts = ApiDeps> extends EndpointDescription {
  handle: (parts: Parts) => RequestHandler;
}

/** What belongs together: a chapter of the description, and the endpoints in it. */
export interface Feature {
  tag: { name: string; description: string };
  /** Schemas that have a name in the document. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** In the order of the description. */
  endpoints: readonly EndpointDescription[];
  /** What the service posts to addresses of its clients, by type. */
  events?: Readonly<Record<string, EventDescription>>;
  /** Puts the endpoints on the router. */
  mount(router: Router, deps: ApiDeps): void;
}

type Statement<Parts> = Omit<Feature, 'endpoints' | 'mount'> & { endpoints: readonly Endpoint<Parts>[] };

/** States a feature whose handlers need the parts of the app and nothing else. */
export function feature(statement: Statement<ApiDeps>): Feature {
  return featureWith((deps) => deps, statement);
}

/** The same where handlers share something of their own: `makeParts` makes it, once an app. */
export function featureWith<Parts>(
  makeParts: (deps: ApiDeps) => Parts,
  statement: Statement<Parts>,
): Feature {
  return {
    ...statement,
    mount: (router, deps) => mountEndpoints(router, deps, statement.endpoints, makeParts(deps)),
  };
}
