import { createHmac, type KeyObject } from 'node:crypto';
import { testJwtSecrets } from '../processes/app.js';

export type Json = Record<string, unknown>;

/** A part of a token, encoded. */
export function encodePart(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/**
 * A token with any header and claims; texts are used unchanged. Signed by hand, by default with the current key of the
 * test APIs: libraries refuse to create most of what tests need.
 */
export function forgeToken(
  header: Json | string,
  claims: Json | string,
  key: KeyObject | Buffer = testJwtSecrets.current.key,
): string {
  const content = `${encodePart(header)}.${encodePart(claims)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}
