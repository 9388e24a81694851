import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { createWebhookSecret } from '../../shared/webhooks/secret.js';
import type { WireNewWebhook } from '../../shared/wire/webhook.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { presentWebhook } from './present-webhook.js';
import { rotateWebhookSecret } from './replace-secret.js';
import { requestedWebhook } from './requested-webhook.js';

/**
 * POST /api/v1/webhooks/{id}/rotate-secret: a new secret, shown only this once; for a day those before it sign as well.
 */
export function rotateSecret({ db, config }: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const webhook = requestedWebhook(req, res);
    validateRequest(NoFields, req);
    const { secret, sealed } = createWebhookSecret(config.encryptionKeys, webhook.id);
    const rotation = { ...webhook, ring: config.encryptionKeys, secretSealed: sealed };
    const row = await db
      .scoped(ofClient(webhook.clientId))
      .transaction((sql) => rotateWebhookSecret(sql, rotation, auditActor(req, res)));
    if (row === undefined) throw notFound();
    res.json({ ...presentWebhook(row), secret } satisfies WireNewWebhook);
  };
}
