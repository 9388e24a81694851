import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { deleteWebhook as removeWebhook } from '../../shared/webhooks/delete-webhook.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { requestedWebhook } from './requested-webhook.js';

/** DELETE /api/v1/webhooks/{id}: nothing more is sent there, pending deliveries included. Idempotent. */
export function deleteWebhook({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const webhook = requestedWebhook(req, res);
    validateRequest(NoFields, req);
    const deleted = await db
      .scoped(ofClient(webhook.clientId))
      .transaction((sql) => removeWebhook(sql, webhook, auditActor(req, res)));
    if (!deleted) throw notFound();
    res.status(204).end();
  };
}
