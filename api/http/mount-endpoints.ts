import type { RequestHandler, Router } from 'express';
import type { Method } from '../openapi/describe.js';
import type { Endpoint } from './endpoint.js';
import type { PoliciesOf } from './policies.js';
import { resource } from './resource.js';

type Methods = Partial<Record<Method, readonly RequestHandler[]>>;

/** Adds endpoints to the router: at each path its methods, and 405 for all others. */
export function mountEndpoints<Parts>(
  router: Router,
  endpoints: readonly Endpoint<Parts>[],
  parts: Parts,
  policiesOf: PoliciesOf,
): void {
  const addresses = new Map<string, Methods>();
  for (const endpoint of endpoints) {
    const { method, path, handle } = endpoint;
    const methods = { ...addresses.get(path), [method]: [...policiesOf(endpoint), handle(parts)] };
    addresses.set(path, methods);
  }
  const ordered = [...addresses].sort(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1));
  for (const [path, methods] of ordered) resource(router, path, methods);
}

/** Literal segments come before a parameter, which would match any of them. */
function placeOf(path: string): string {
  return path.replaceAll(':', '\uffff');
}
