import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { WebhookEvent } from './types.js';

/** Why a message is not trusted. */
export type WebhookFault =
  | 'missing_header'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'malformed_body';

/** A message that did not come from the service in this form, or not recently: answer with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly code: WebhookFault,
    message: string,
  ) {
    super(message);
  }
}

export interface WebhookMessage {
  /** The body exactly as it arrived, before it was parsed. */
  body: string | Uint8Array;
  /** Headers in the form of Node's http, or of the Fetch standard. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
}

export interface WebhookTolerance {
  /** How far the clocks may differ, in seconds; 300 by default, as Standard Webhooks recommends. */
  toleranceSeconds?: number;
  now?: Date;
}

/**
 * Verifies a message according to Standard Webhooks and returns its event. Of several secrets or signatures, one match
 * is enough: both occur while a secret is rotated. `event_id` is the same every time an event is delivered. A public
 * key of the service (`whpk_` and its 32 bytes in base64) is accepted in place of a secret: it proves that the service
 * wrote the message, and anyone can check it later, but not that it was written to you; the secret proves that. Throws
 * WebhookVerificationError, and TypeError for an invalid secret.
 */
export function verifyWebhook(
  { body, headers }: WebhookMessage,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: WebhookTolerance = {},
): WebhookEvent {
  const keys = [secrets].flat().map(readKey);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (!keys.some((key) => isSigned(key, `${id}.${timestamp}.`, bytes, signatures))) {
    throw new WebhookVerificationError('signature_mismatch', 'No signature of the message fits the secret');
  }
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  // Written so that a value that is not a number is out of tolerance, too.
  if (!(age <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'timestamp_out_of_tolerance',
      'The message is too old, or a clock is wrong',
    );
  }
  return { ...parse(bytes), event_id: id };
}

function readHeader(headers: WebhookMessage['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError('missing_header', `The message has no header ${name}`);
}

const SECRET = /^(?:whsec_)?([A-Za-z0-9+/]{32,}={0,2})$/;
const PUBLIC_KEY = /^whpk_([A-Za-z0-9+/]{43}=)$/;
// RFC 8410: the prefix of the 32 bytes of an Ed25519 public key.
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

interface Key {
  version: 'v1' | 'v1a';
  fits(content: Buffer, signature: Buffer): boolean;
}

function readKey(text: string): Key {
  const [, publicKey] = PUBLIC_KEY.exec(text) ?? [];
  if (publicKey !== undefined) {
    const der = Buffer.concat([SPKI, Buffer.from(publicKey, 'base64')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return { version: 'v1a', fits: (content, signature) => verify(null, content, key, signature) };
  }
  const [, secret] = SECRET.exec(text) ?? [];
  if (secret === undefined) throw new TypeError('A webhook secret is whsec_ and at least 24 bytes in base64');
  return {
    version: 'v1',
    fits: (content, signature) => isHmac(Buffer.from(secret, 'base64'), content, signature),
  };
}

function isHmac(secret: Buffer, content: Buffer, signature: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(content).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function isSigned(key: Key, prefix: string, body: Uint8Array, signatures: string): boolean {
  const content = Buffer.concat([Buffer.from(prefix), body]);
  return signatures.split(' ').some((signature) => {
    const [version, value = '', ...rest] = signature.split(',');
    const decoded = Buffer.from(value, 'base64');
    // Of several encodings of the same bytes only one is accepted: decoding ignores characters outside base64, and
    // unused bits.
    const isCanonical = rest.length === 0 && decoded.toString('base64') === value;
    return version === key.version && isCanonical && key.fits(content, decoded);
  });
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(Buffer.from(bytes).toString());
    if (typeof event === 'object' && event !== null && 'type' in event && 'data' in event) {
      return event as WebhookEvent;
    }
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('malformed_body', 'The body of the message is no event in JSON');
}
