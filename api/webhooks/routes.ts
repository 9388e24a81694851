import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { createWebhook } from './create-webhook.js';
import { deleteWebhook } from './delete-webhook.js';
import { listDeliveries } from './list-deliveries.js';
import { listWebhooks } from './list-webhooks.js';
import { redeliver } from './redeliver.js';
import { rotateSecret } from './rotate-secret.js';
import { testWebhook } from './test-webhook.js';

/** Where a client is told of events: for its users, and for keys of this scope (contract 7 and 11). */
export function webhookRoutes(router: Router, deps: ApiDeps): void {
  const client = [authenticate(deps, { apiKeys: 'webhooks' }), allow('manage_webhooks')];
  const action = [...client, parseOptionalBody];
  resource(router, '/api/v1/webhooks', {
    get: [...client, noQuery, listWebhooks(deps)],
    post: [...client, parseBody, createWebhook(deps)],
  });
  resource(router, '/api/v1/webhooks/:id', { delete: [...action, deleteWebhook(deps)] });
  resource(router, '/api/v1/webhooks/:id/rotate-secret', { post: [...action, rotateSecret(deps)] });
  resource(router, '/api/v1/webhooks/:id/test', { post: [...action, testWebhook(deps)] });
  resource(router, '/api/v1/webhooks/:id/deliveries', { get: [...client, listDeliveries(deps)] });
  resource(router, '/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver', {
    post: [...action, redeliver(deps)],
  });
}
