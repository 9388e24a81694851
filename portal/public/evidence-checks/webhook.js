import { fromBase64, toUtf8 } from './bytes.js';
import { isSignedBy } from './crypto.js';
import { Fault } from './fault.js';

/** Checks a webhook: its three headers, an empty line and its body (Standard Webhooks, v1a). */
export async function checkWebhook(text, keys) {
  const end = text.indexOf('\n\n');
  const header = (name) => new RegExp(`^${name}: *(\\S.*?) *$`, 'm').exec(text.slice(0, end))?.[1] ?? '';
  const message = toUtf8(`${header('webhook-id')}.${header('webhook-timestamp')}.${text.slice(end + 2)}`);
  for (const signature of header('webhook-signature').split(' ')) {
    if (!signature.startsWith('v1a,')) continue;
    for (const { kid, bytes } of keys) {
      if (await isSignedBy(bytes, message, fromBase64(signature.slice(4)))) {
        return { kid, time: new Date(Number(header('webhook-timestamp')) * 1000).toISOString() };
      }
    }
  }
  throw new Fault('no trusted key has signed it (v1a)');
}
