import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { foldName } from '../domain/fold-name.js';

/**
 * HMAC-SHA-256 over the parts, each preceded by its length, so that no two lists of parts give the same input. Keyed,
 * because there are so few identity numbers that a plain hash could be brute-forced.
 */
export function keyedHash(key: KeyObject, ...parts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest();
}

/** Keyed hash of a subject's clean form, by which a client finds its own checks of that subject again. */
export function subjectHash(key: KeyObject, clientId: string, subject: string): Buffer {
  return keyedHash(key, 'subject', clientId, subject);
}

/** Keyed hash of a name, the same for every spelling, by which it is erased and exported. */
export function nameHash(key: KeyObject, clientId: string, name: string): Buffer {
  return keyedHash(key, 'name', clientId, foldName(name));
}

/**
 * Keyed hash that represents the subject in a verification's consent. It is made with the data key: while the key
 * exists, consent and subject can be shown to belong together; once it is destroyed, nobody can tell whom the consent
 * was about, not even by trying every identity number, yet the chain of evidence still holds.
 */
export function subjectCommitment(dataKey: KeyObject, subject: string): Buffer {
  return keyedHash(dataKey, 'consent', subject);
}

/** The next link of a hash chain: SHA-256 over the previous hash and the canonical JSON of the record. */
export function chainHash(previous: Buffer, record: Readonly<Record<string, unknown>>): Buffer {
  return createHash('sha256').update(previous).update(canonicalJson(record)).digest();
}

/** The first link's predecessor: 32 zero bytes. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** JSON with the keys of every object in code-unit order, so that equal data gives equal text. */
export function canonicalJson(value: unknown): string {
  // Sorted beforehand: a replacer would be called for every value, which costs ten times as much.
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  // Values with their own JSON form, such as dates, keep it.
  if (typeof value !== 'object' || value === null || hasJsonForm(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Not by assignment, which would set the prototype for a member called `__proto__`.
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}

function hasJsonForm(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
