import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import type { ApiDeps } from '../deps.js';
import { conflict, notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { presentDelivery } from './present-delivery.js';
import { requestRedelivery } from './request-delivery.js';
import { requestedDelivery, requestedWebhook } from './requested-webhook.js';

/** POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver: sends the same event again, under the same id. */
export function redeliver({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const wanted = { ...requestedWebhook(req, res), deliveryId: requestedDelivery(req) };
    validateRequest(NoFields, req);
    const scoped = db.scoped(ofClient(wanted.clientId));
    const delivery = await requestRedelivery(scoped, wanted, auditActor(req, res));
    if (delivery === 'unknown') throw notFound();
    if (delivery === 'disabled') {
      throw conflict(
        'This webhook was turned off because it failed for days. Send a test event first: if it arrives, the webhook is turned on again.',
      );
    }
    res.status(202).json(presentDelivery(delivery));
  };
}
