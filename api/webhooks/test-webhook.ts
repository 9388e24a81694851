import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { newId } from '../../shared/domain/ids.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { presentDelivery } from './present-delivery.js';
import { requestTest } from './request-delivery.js';
import { requestedWebhook } from './requested-webhook.js';

/**
 * POST /api/v1/webhooks/{id}/test: sends a test event the way all events are sent, once. The list of deliveries shows
 * the result. It also goes to a disabled endpoint, and re-enables it on success.
 */
export function testWebhook({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const webhook = requestedWebhook(req, res);
    validateRequest(NoFields, req);
    const test = { ...webhook, eventId: newId(), deliveryId: newId() };
    const delivery = await db
      .scoped(ofClient(webhook.clientId))
      .transaction((sql) => requestTest(sql, test, auditActor(req, res)));
    if (delivery === undefined) throw notFound();
    res.status(202).json(presentDelivery(delivery));
  };
}
