import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { HIGHEST_ID } from '../../shared/domain/ids.js';
import { notFound } from '../errors/catalogue.js';
import { type ListDeps, listSender } from '../http/list.js';
import { readPageQuery } from '../http/page.js';
import { loadDeliveries } from './delivery-row.js';
import { DELIVERIES_CSV, presentDelivery } from './present-delivery.js';
import { requestedWebhook } from './requested-webhook.js';

/** GET /api/v1/webhooks/{id}/deliveries: what was sent to an endpoint in the last 30 days, newest first. */
export function listDeliveries(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { id, clientId } = requestedWebhook(req, res);
    const scope = { list: `webhook_deliveries/${id}`, clientId };
    const page = readPageQuery(req.query, deps.config.indexKey, scope);
    const whose = ofClient(clientId);
    const known = await deps.db
      .scoped(whose)
      .query('SELECT FROM webhook_endpoints WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL', [
        id,
        clientId,
      ]);
    if (known.length === 0) throw notFound();
    await sendList(req, res, page, {
      whose,
      scope,
      load: (sql, { limit, after }) =>
        loadDeliveries(sql, id, { below: after ?? HIGHEST_ID, limit: limit + 1 }),
      positionOf: (row) => row.id,
      present: presentDelivery,
      csv: DELIVERIES_CSV,
    });
  };
}
