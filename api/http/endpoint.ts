import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import type { EventDescription, Method, OperationDescription, Parameters } from '../openapi/describe.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { mountEndpoints } from './mount-endpoints.js';
import type { PoliciesOf } from './policies.js';

/**
 * Everything about one endpoint except its handler. Its route, the policies before its handler and its description all
 * follow from this value.
 */
export interface EndpointDescription extends OperationDescription {
  method: Method;
  /** In Express syntax. */
  path: string;
  /** The parameters in the path, by name. */
  inPath?: Parameters;
  /** The `id` in the path is a client, which must exist: otherwise 404 before anything else. */
  belowClient?: true;
}

/** One endpoint with its handler, which runs after all policies. */
export interface Endpoint<Parts = ApiDeps> extends EndpointDescription {
  handle: (parts: Parts) => RequestHandler;
}

/** A chapter of the description and its endpoints. */
export interface Feature {
  tag: { name: string; description: string };
  /** Schemas that are named in the document. */
  schemas: Readonly<Record<string, JsonSchema>>;
  /** In the order of the description. */
  endpoints: readonly EndpointDescription[];
  /** What the service posts to its clients' webhooks, by type. */
  events?: Readonly<Record<string, EventDescription>>;
  /** Adds the endpoints to the router. */
  mount(router: Router, deps: ApiDeps, policiesOf: PoliciesOf): void;
}

type Statement<Parts> = Omit<Feature, 'endpoints' | 'mount'> & { endpoints: readonly Endpoint<Parts>[] };

/** Defines a feature whose handlers need only the parts of the app. */
export function feature(statement: Statement<ApiDeps>): Feature {
  return featureWith((deps) => deps, statement);
}

/** Defines a feature whose handlers also share parts of their own, which `makeParts` creates once per app. */
export function featureWith<Parts>(
  makeParts: (deps: ApiDeps) => Parts,
  statement: Statement<Parts>,
): Feature {
  return {
    ...statement,
    mount: (router, deps, policiesOf) =>
      mountEndpoints(router, statement.endpoints, makeParts(deps), policiesOf),
  };
}
