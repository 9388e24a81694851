import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../shared/crypto/keyed-hash.js';

// Enough bits to make forgery hopeless; a whole hash would only lengthen the URLs.
const MAC_BYTES = 16;

/** What a cursor is valid for: one list of one client. */
export interface CursorScope {
  list: string;
  clientId: string;
}

/**
 * Turns the position after a page's last item into an opaque text that opens only in the same scope: nobody can forge
 * one, or use one given to another client.
 */
export function sealCursor(key: KeyObject, scope: CursorScope, position: string): string {
  return Buffer.concat([macOf(key, scope, position), Buffer.from(position)]).toString('base64url');
}

/** Returns the position in a cursor, or undefined if we did not make it for this scope. */
export function openCursor(key: KeyObject, scope: CursorScope, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips characters outside base64url; only the exact text we made is a cursor.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const position = bytes.toString('utf8', MAC_BYTES);
  return timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, scope, position)) ? position : undefined;
}

function macOf(key: KeyObject, { list, clientId }: CursorScope, position: string): Buffer {
  return keyedHash(key, 'cursor', list, clientId, position).subarray(0, MAC_BYTES);
}
