import type { Request, Response } from 'express';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';
import { clientIdOf } from '../http/context.js';
import { idInPath } from '../http/id-in-path.js';

/** Returns the endpoint in the path as one of the caller's client. Throws 404 if the id is malformed. */
export function requestedWebhook(req: Request, res: Response): WebhookKey {
  return { id: idInPath(req, 'webhook'), clientId: clientIdOf(res) };
}

/** Returns the delivery in the path. Throws 404 if the id is malformed. */
export function requestedDelivery(req: Request): string {
  return idInPath(req, 'delivery', 'deliveryId');
}
