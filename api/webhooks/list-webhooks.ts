import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import type { WireWebhooks } from '../../shared/wire/webhook.js';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { loadWebhooks } from './load-webhooks.js';
import { presentWebhook } from './present-webhook.js';

/** GET /api/v1/webhooks: the endpoints of the caller's client, newest first. There are at most ten. */
export function listWebhooks({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const clientId = clientIdOf(res);
    const webhooks = await loadWebhooks(db.scoped(ofClient(clientId)), clientId);
    res.json({ data: webhooks.map(presentWebhook) } satisfies WireWebhooks);
  };
}
