import type { KeyObject } from 'node:crypto';
import { keyedHash } from '../crypto/keyed-hash.js';

/** What a check id is derived from. */
export interface CheckPlace {
  clientId: string;
  idempotencyKey: string;
  /** Position of the check within its verification, from 0. */
  position: number;
}

/**
 * Derives the id of a check: a UUID of version 8 (RFC 9562 5.8) from a keyed hash of client, idempotency key and
 * position (contract 15). A retry of a request the database has lost thus sends the provider the same reference and
 * meets what the witness knows about it. A key belongs to one verification of its client forever, erased or not, so no
 * two checks share an id; without INDEX_KEY nobody can derive the key from it.
 */
export function checkIdOf(key: KeyObject, { clientId, idempotencyKey, position }: CheckPlace): string {
  const bytes = keyedHash(key, 'check', clientId, idempotencyKey, String(position)).subarray(0, 16);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
