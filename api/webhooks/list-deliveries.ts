import type { RequestHandler } from 'express';
import { HIGHEST_ID } from '../../shared/domain/ids.js';
import { loadDeliveries } from '../../shared/webhooks/delivery-row.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { sealCursor } from '../http/cursor.js';
import { readPageRequest, sendPage, toPage } from '../http/page.js';
import { Query } from '../http/query.js';
import { DELIVERIES_CSV, presentDelivery } from './present-delivery.js';
import { requestedWebhook } from './requested-webhook.js';

/** GET /api/v1/webhooks/{id}/deliveries: what was sent to an endpoint in the last 30 days, newest first. */
export function listDeliveries({
  db,
  config: { indexKey, publicUrl },
}: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const { id, clientId } = requestedWebhook(req, res);
    const scope = { list: `webhook_deliveries/${id}`, clientId };
    const query = new Query(req.query);
    const { limit, after } = readPageRequest(query, indexKey, scope);
    query.finish();
    const known = await db.query(
      'SELECT FROM webhook_endpoints WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL',
      [id, clientId],
    );
    if (known.length === 0) throw notFound();
    const rows = await loadDeliveries(db, id, { below: after ?? HIGHEST_ID, limit: limit + 1 });
    const page = toPage(rows, limit, presentDelivery, (row) => sealCursor(indexKey, scope, row.id));
    sendPage(req, res, page, { csv: DELIVERIES_CSV, baseUrl: publicUrl ?? '' });
  };
}
