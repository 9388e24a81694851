import { Webhook } from 'standardwebhooks';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeMember } from '../../shared/domain/mode.js';
import { openWebhookSecret } from '../../shared/webhooks/secret.js';
import type { WireWebhookPayload } from '../../shared/wire/webhook.js';
import type { DueDelivery, DueEndpoint } from './claim-deliveries.js';
import type { WebhookMessage } from './send.js';

/** The secrets that sign for an endpoint now, the current one first. Throws SealError. */
export function signersOf(endpoint: DueEndpoint, keyring: Keyring): Webhook[] {
  return [endpoint.secret_sealed, endpoint.previous_secret_sealed]
    .filter((sealed) => sealed !== null)
    .map((sealed) => new Webhook(openWebhookSecret(keyring, sealed, endpoint.id)));
}

/**
 * The request of one attempt (Standard Webhooks 1.0): the id stays the same over all attempts and endpoints, the
 * timestamp is the attempt's own, and there is one signature for each secret.
 */
export function composeMessage(
  { url, client_id: clientId }: Pick<DueEndpoint, 'url' | 'client_id'>,
  delivery: DueDelivery,
  signers: readonly Webhook[],
  now: Date,
): WebhookMessage {
  const id = toPublicId('webhookEvent', delivery.event_id);
  const payload: WireWebhookPayload = {
    type: delivery.type,
    timestamp: delivery.created_at.toISOString(),
    ...modeMember(clientId),
    data: { ...delivery.data, ...modeMember(clientId) },
  };
  const body = JSON.stringify(payload);
  return {
    url,
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': signers.map((signer) => signer.sign(id, now, body)).join(' '),
    },
  };
}
