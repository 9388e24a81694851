import type { KeyObject } from 'node:crypto';
import { keyedHash } from '../crypto/keyed-hash.js';

/** What a check id follows from. */
export interface CheckPlace {
  clientId: string;
  idempotencyKey: string;
  /** Of the check within its verification, from 0. */
  position: number;
}

/**
 * The id of a check: a UUID of version 8 (RFC 9562 5.8) by keyed hash of client, idempotency key and position (contract
 * 15). A retry of a request that the database has lost so carries the same reference to the provider again, and meets
 * what the witness knows of it. A key belongs to one verification of its client for good, erased or not, so no two
 * checks share an id; nobody without INDEX_KEY can tell the key from it.
 */
export function checkIdOf(key: KeyObject, { clientId, idempotencyKey, position }: CheckPlace): string {
  const bytes = keyedHash(key, 'check', clientId, idempotencyKey, String(position)).subarray(0, 16);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
