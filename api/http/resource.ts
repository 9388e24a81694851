import type { RequestHandler, Router } from 'express';
import { methodNotAllowed } from '../errors/catalogue.js';
import type { Method } from '../openapi/describe.js';

/**
 * Adds one path to the router: for each method a list of policies ending in its handler, and 405 with `Allow` for every
 * other method. Express answers HEAD through GET.
 */
export function resource(
  router: Router,
  path: string,
  methods: Partial<Record<Method, readonly RequestHandler[]>>,
): void {
  const route = router.route(path);
  const allowed: string[] = [];
  for (const [method, handlers] of Object.entries(methods)) {
    route[method as Method](...handlers);
    allowed.push(method.toUpperCase());
    if (method === 'get') allowed.push('HEAD');
  }
  route.all(() => {
    throw methodNotAllowed(allowed);
  });
}
