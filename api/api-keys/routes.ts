import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import { createKey } from './create-key.js';
import { deleteKey } from './delete-key.js';
import { listKeys } from './list-keys.js';
import { patchKey } from './patch-key.js';
import { rotateKey } from './rotate-key.js';

/** The keys of a client's machines: for its users, never for a key itself (contract 3). */
export function apiKeyRoutes(router: Router, deps: ApiDeps): void {
  const client = [authenticate(deps), allow('manage_keys')];
  resource(router, '/api/v1/api-keys', {
    get: [...client, noQuery, listKeys(deps)],
    post: [...client, stepUp(deps), parseBody, createKey(deps)],
  });
  resource(router, '/api/v1/api-keys/:id', {
    patch: [...client, stepUp(deps), parseBody, patchKey(deps)],
    delete: [...client, stepUp(deps), parseOptionalBody, deleteKey(deps)],
  });
  resource(router, '/api/v1/api-keys/:id/rotate', {
    post: [...client, stepUp(deps), parseOptionalBody, rotateKey(deps)],
  });
}
