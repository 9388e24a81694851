import type { Request, RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { newId } from '../../shared/domain/ids.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../shared/domain/webhook-event.js';
import { createWebhookSecret } from '../../shared/webhooks/secret.js';
import { type UrlPolicy, validateWebhookUrl } from '../../shared/webhooks/validate-webhook-url.js';
import type { WireNewWebhook } from '../../shared/wire/webhook.js';
import type { ApiDeps } from '../deps.js';
import { conflict, validationFailed } from '../errors/catalogue.js';
import { auditActor, clientIdOf, responsibleUserId } from '../http/context.js';
import { Query } from '../http/query.js';
import { collectFaults } from '../validation/validate-body.js';
import { presentWebhook } from './present-webhook.js';
import { CreateWebhookBody } from './requests.js';
import { MAX_WEBHOOKS, storeWebhook } from './store-webhook.js';

/**
 * POST /api/v1/webhooks: creates an endpoint of the caller's client, and shows its secret only this once (contract 7).
 */
export function createWebhook({ db, config }: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const { url, events } = readBody(req, config);
    const id = newId();
    const { secret, sealed } = createWebhookSecret(config.encryptionKeys, id);
    const webhook = {
      id,
      clientId: clientIdOf(res),
      url,
      events,
      secretSealed: sealed,
      createdBy: responsibleUserId(res),
    };
    const created = await db
      .scoped(ofClient(webhook.clientId))
      .transaction((sql) => storeWebhook(sql, webhook, auditActor(req, res)));
    if (created === undefined) {
      throw conflict(`You already have ${MAX_WEBHOOKS} webhooks. Delete one that is no longer used.`);
    }
    const neverTried = { enabled: true, failingSince: null, consecutiveFailures: 0 };
    const shown = { id, url, events, createdAt: created.createdAt, ...neverTried };
    res.status(201).json({ ...presentWebhook(shown), secret } satisfies WireNewWebhook);
  };
}

function readBody(req: Request, policy: UrlPolicy): { url: string; events: WebhookEvent[] } {
  const { value, faults } = collectFaults(CreateWebhookBody, req.body);
  const urlUsable = !faults.some(({ field }) => field === 'url');
  const problem = urlUsable ? validateWebhookUrl(value.url, policy) : undefined;
  const all = [
    ...faults,
    ...(problem === undefined ? [] : [{ field: 'url', ...problem }]),
    ...new Query(req.query).faults(),
  ];
  if (all.length > 0) throw validationFailed(all);
  // In a fixed order, whatever the caller's.
  return { url: value.url, events: WEBHOOK_EVENTS.filter((event) => value.events.includes(event)) };
}
