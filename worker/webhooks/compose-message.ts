import { Webhook } from 'standardwebhooks';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeMember } from '../../shared/domain/mode.js';
import type { EvidenceKey, EvidenceKeys } from '../../shared/evidence/evidence-keys.js';
import { openWebhookSecrets } from '../../shared/webhooks/secret.js';
import type { WireWebhookPayload } from '../../shared/wire/webhook.js';
import type { DueDelivery, DueEndpoint } from './claim-deliveries.js';
import type { WebhookMessage } from './send.js';

/** Signs messages; the text it returns names the scheme. */
export interface WebhookSigner {
  sign(id: string, at: Date, body: string): string;
}

/**
 * Returns the current signers of an endpoint: its secrets (`v1`), current one first, which tell the receiver that a
 * message is meant for it, and the evidence keys (`v1a`), which prove to anyone who wrote it. Throws SealError.
 */
export function signersOf(endpoint: DueEndpoint, keyring: Keyring, evidence: EvidenceKeys): WebhookSigner[] {
  const secrets = [endpoint.secret_sealed, endpoint.previous_secret_sealed]
    .filter((sealed) => sealed !== null)
    .flatMap((sealed) => openWebhookSecrets(keyring, sealed, endpoint.id))
    .map((secret) => new Webhook(secret));
  return [...secrets, ...evidence.signers.map(signerBy)];
}

/** Standard Webhooks 1.0, asymmetric: Ed25519 over the same content as with a secret. */
function signerBy(key: EvidenceKey): WebhookSigner {
  return {
    sign: (id, at, body) => {
      const content = `${id}.${Math.floor(at.getTime() / 1_000)}.${body}`;
      return `v1a,${key.sign(Buffer.from(content)).toString('base64')}`;
    },
  };
}

/**
 * Composes the request of one attempt (Standard Webhooks 1.0): the id is the same for all attempts and endpoints, the
 * timestamp is the attempt's own, and there is one signature per secret and key.
 */
export function composeMessage(
  { url, client_id: clientId }: Pick<DueEndpoint, 'url' | 'client_id'>,
  delivery: DueDelivery,
  signers: readonly WebhookSigner[],
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
