import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import type { WireWebhooks } from '../../shared/wire/webhook.js';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { presentWebhook } from './present-webhook.js';
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-row.js';

/** GET /api/v1/webhooks: the endpoints of the caller's client, newest first. There are ten at most. */
export function listWebhooks({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const clientId = clientIdOf(res);
    const rows = await db.scoped(ofClient(clientId)).query<WebhookRow>(
      `SELECT ${WEBHOOK_COLUMNS} FROM webhook_endpoints
       WHERE client_id = $1 AND deleted_at IS NULL ORDER BY id DESC`,
      [clientId],
    );
    res.json({ data: rows.map(presentWebhook) } satisfies WireWebhooks);
  };
}
