import type { CallOptions } from './connection.js';
import { readList } from './lists.js';
import type { Call, Transport } from './transport.js';
import type { Delivery, NewWebhook, Webhook, WebhookRequest } from './types.js';

const PATH = '/api/v1/webhooks';

/** The client's webhook endpoints. Needs an owner's or developer's access token, or an API key with the scope `webhooks`. */
export class Webhooks {
  constructor(private readonly transport: Transport) {}

  async list(options?: CallOptions): Promise<Webhook[]> {
    const call: Call = { method: 'GET', path: PATH, repeatable: true };
    return (await this.transport.json<{ data: Webhook[] }>(call, options)).data;
  }

  /** Creates an endpoint. Only this answer contains the secret, so the call is not repeated if the answer is lost. */
  create(webhook: WebhookRequest, options?: CallOptions): Promise<NewWebhook> {
    return this.transport.json({ method: 'POST', path: PATH, body: webhook, repeatable: false }, options);
  }

  /** Deletes an endpoint; deleting it again is fine. */
  async delete(webhookId: string, options?: CallOptions): Promise<void> {
    await this.transport.json({ method: 'DELETE', path: pathOf(webhookId), repeatable: true }, options);
  }

  /** Creates a new secret; the old one is also used to sign for a day. */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<NewWebhook> {
    return this.#act(`${pathOf(webhookId)}/rotate-secret`, options);
  }

  /** Sends a test event. */
  test(webhookId: string, options?: CallOptions): Promise<Delivery> {
    return this.#act(`${pathOf(webhookId)}/test`, options);
  }

  /** What was sent in the last 30 days, newest first. */
  deliveries(webhookId: string, options: CallOptions = {}): AsyncGenerator<Delivery, void, undefined> {
    return readList(this.transport, `${pathOf(webhookId)}/deliveries`, {}, options);
  }

  /** Sends an event again, under the same id. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<Delivery> {
    return this.#act(`${pathOf(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, options);
  }

  #act<T>(path: string, options?: CallOptions): Promise<T> {
    return this.transport.json({ method: 'POST', path, repeatable: false }, options);
  }
}

function pathOf(webhookId: string): string {
  return `${PATH}/${encodeURIComponent(webhookId)}`;
}
