import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** `headers` as Node's http has them, `rawBody` as it arrived, before any parser. Returns `valid` or what is wrong. */
function verifyWebhook(secret, headers, rawBody, now = Date.now() / 1000) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return 'missing_header';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  // Separated by spaces: there are two while a secret is rotated.
  const fits = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.startsWith('v1,') ? signature.slice(3) : '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!fits) return 'signature_mismatch';
  return Math.abs(now - Number(timestamp)) <= 300 ? 'valid' : 'timestamp_out_of_tolerance';
}

// To try it: WEBHOOK_SECRET=whsec_... WEBHOOK_ID=evt_... WEBHOOK_TIMESTAMP=... WEBHOOK_SIGNATURE='v1,...' node verify-webhook.mjs < body
const { WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE, NOW } = process.env;
const headers = {
  'webhook-id': WEBHOOK_ID,
  'webhook-timestamp': WEBHOOK_TIMESTAMP,
  'webhook-signature': WEBHOOK_SIGNATURE,
};
const verdict = verifyWebhook(WEBHOOK_SECRET, headers, readFileSync(0), NOW && Number(NOW));
console.log(verdict);
process.exitCode = verdict === 'valid' ? 0 : 1;
