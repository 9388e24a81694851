import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../shared/crypto/keyed-hash.js';

// As many bits as make a forgery hopeless; a whole hash would only make the addresses longer.
const MAC_BYTES = 16;

/** What a cursor is good for: one list of one client. */
export interface CursorScope {
  list: string;
  clientId: string;
}

/**
 * Turns the position after the last item of a page into an opaque text, which opens only in the same scope: nobody
 * can make one up, or use one that was given to another client.
 */
export function sealCursor(key: KeyObject, scope: CursorScope, position: string): string {
  return Buffer.concat([macOf(key, scope, position), Buffer.from(position)]).toString('base64url');
}

/** The position in a cursor, or undefined when we did not make it for this scope. */
export function openCursor(key: KeyObject, scope: CursorScope, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips what is no base64url; only the text we made is a cursor, not others that decode to the same.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const position = bytes.toString('utf8', MAC_BYTES);
  return timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, scope, position)) ? position : undefined;
}

function macOf(key: KeyObject, { list, clientId }: CursorScope, position: string): Buffer {
  return keyedHash(key, 'cursor', list, clientId, position).subarray(0, MAC_BYTES);
}
