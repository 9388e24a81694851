import { createHmac } from 'node:crypto';
import { verifyWebhook } from '../../../client/src/index.js';
import { testKeys } from '../processes/keys.js';
import type { Shown } from './shown.js';

const SENT_AT = 1_790_000_000;
const WEBHOOK = '{"type":"webhook.test","data":{"note":"é"}}';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** The headers of a webhook with one signature: of several, one valid one is enough (Standard Webhooks). */
function headersOf(version: 'v1' | 'v1a'): string {
  const id = 'evt_01h2xcejqtf2nbrexx3vqjhp41';
  const content = Buffer.from(`${id}.${SENT_AT}.${WEBHOOK}`);
  const signature =
    version === 'v1'
      ? createHmac('sha256', Buffer.alloc(32, 7)).update(content).digest()
      : testKeys.evidenceKeys.current.sign(content);
  return [
    `webhook-id: ${id}`,
    `webhook-timestamp: ${SENT_AT}`,
    `webhook-signature: ${version},${signature.toString('base64')}`,
  ].join('\n');
}

/** A webhook with its headers, in a form that can be stored. */
export function webhookText(version: 'v1' | 'v1a'): Buffer {
  return Buffer.from(`${headersOf(version)}\n\n${WEBHOOK}`);
}

/** A webhook as its receiver verifies it: with the secret, and with the service's key. */
export function webhooks(): Shown[] {
  const publicKey = `whpk_${testKeys.evidenceKeys.current.publicKey.toString('base64')}`;
  return (['v1', 'v1a'] as const).map((version) => ({
    name: `webhook by ${version}`,
    bytes: webhookText(version),
    isBelieved: async (changed) => {
      const [head = '', ...rest] = Buffer.from(changed).toString('latin1').split('\n\n');
      const headers = Object.fromEntries(head.split('\n').map((line) => line.split(': ')));
      const message = { headers, body: Buffer.from(rest.join('\n\n'), 'latin1') };
      try {
        verifyWebhook(message, version === 'v1' ? SECRET : publicKey, { now: new Date(SENT_AT * 1_000) });
        return true;
      } catch {
        return false;
      }
    },
  }));
}
