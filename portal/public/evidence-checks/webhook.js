import { fromBase64, toUtf8 } from './bytes.js';
import { isSignedBy } from './crypto.js';
import { demand, Fault } from './fault.js';

/** Checks a webhook: its three headers, an empty line and its body (Standard Webhooks, v1a). */
export async function checkWebhook(text, keys) {
  const { id, timestamp, signature: signatures, body } = readParts(text);
  const message = toUtf8(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    if (!signature.startsWith('v1a,')) continue;
    for (const { kid, bytes } of keys) {
      if (await isSignedBy(bytes, message, fromBase64(signature.slice(4)))) {
        return { kid, id, time: new Date(Number(timestamp) * 1000).toISOString() };
      }
    }
  }
  throw new Fault('no trusted key has signed it (v1a)');
}

/**
 * Reads the parts of a webhook, and nothing else: further lines would be covered by no signature. What is signed has full
 * stops between the parts, so an id with one could take the time, and the body its beginning, from further on.
 */
function readParts(text) {
  const end = text.indexOf('\n\n');
  demand(end >= 0, 'no empty line divides its headers from its body');
  const lines = text.slice(0, end).split('\n');
  const headers = lines.map((line) => /^webhook-(id|timestamp|signature): *(\S.*?) *$/.exec(line)?.slice(1));
  demand(!headers.includes(undefined), 'it has other headers than the three of a webhook');
  const { id = '', timestamp = '', signature = '' } = Object.fromEntries(headers);
  demand(headers.length === 3 && signature !== '', 'it does not have each of the three headers once');
  demand(/^evt_[0-9a-z]{26}$/.test(id), 'its id is not that of an event');
  demand(/^\d{1,11}$/.test(timestamp), 'its time is not a number of seconds');
  return { id, timestamp, signature, body: text.slice(end + 2) };
}
