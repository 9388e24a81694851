import type { Request, Response } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import type { IdKind } from '../../shared/domain/public-id.js';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf, pathParameter } from '../http/context.js';

/** Returns the endpoint in the path as one of the caller's client. Throws 404 if the id is malformed. */
export function requestedWebhook(req: Request, res: Response): WebhookKey {
  return { id: idIn(req, 'id', 'webhook'), clientId: clientIdOf(res) };
}

/** Returns the delivery in the path. Throws 404 if the id is malformed. */
export function requestedDelivery(req: Request): string {
  return idIn(req, 'deliveryId', 'delivery');
}

function idIn(req: Request, parameter: string, kind: IdKind): string {
  const id = fromPublicId(kind, pathParameter(req, parameter));
  if (id === undefined) throw notFound();
  return id;
}
