import { fromPublicId } from '../../shared/domain/ids.js';
import type { Submitter } from './submit.js';

/**
 * Subscribes a receiver to the completion of a client's verifications; returns the endpoint's id. Throws if refused.
 */
export async function subscribe({ nextUrl, token }: Submitter, url: string): Promise<string> {
  const response = await fetch(`${nextUrl()}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events: ['verification.completed', 'verification.manual_review'] }),
  });
  if (response.status !== 201) throw new Error(`The webhook was refused: ${await response.text()}`);
  const { webhook_id: publicId } = (await response.json()) as { webhook_id: string };
  const id = fromPublicId('webhook', publicId);
  if (id === undefined) throw new Error(`No id of a webhook: ${publicId}`);
  return id;
}
