import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { KEY_ID, type Keyring } from './keyring.js';
import { takeRandomBytes } from './random-bytes.js';

/**
 * Envelope encryption. Each verification has its own data key, which seals all its personal data; only the data key is
 * sealed under the key ring. Rotating a ring key therefore re-seals only 32 bytes a row, and destroying a data key
 * destroys the person's data wherever copies of it lie.
 *
 * Layout of sealed bytes: version (1), then under the ring the length and bytes of the ring key's id, then nonce (12),
 * tag (16), ciphertext. AES-256-GCM; the place (table, column, row) is authenticated with it, so that a value moved to
 * another row or column does not open.
 */
const VERSION = 1;
const VALUE_HEADER = Buffer.from([VERSION]);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Where a sealed value lives. */
export interface Place {
  table: string;
  column: string;
  id: string;
}

/** A sealed value does not open: it was damaged or moved, or its key is no longer configured. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Creates a data key for one verification: the key, and its sealed form for the row. */
export function createDataKey(ring: Keyring, verificationId: string): { key: KeyObject; sealed: Buffer } {
  const raw = takeRandomBytes(KEY_BYTES);
  return { key: createSecretKey(raw), sealed: sealUnderRing(ring, raw, dataKeyPlace(verificationId)) };
}

/** Opens the sealed data key of a verification. Throws SealError. */
export function openDataKey(ring: Keyring, sealed: Buffer, verificationId: string): KeyObject {
  return createSecretKey(unsealUnderRing(ring, sealed, dataKeyPlace(verificationId)));
}

/** Seals a few bytes under the key ring itself: data keys, and secrets that belong to no verification. */
export function sealUnderRing(ring: Keyring, content: Buffer, place: Place): Buffer {
  return encrypt(headerOf(ring), ring.current.key, content, place);
}

/** Opens what `sealUnderRing` made for the same place. Throws SealError. */
export function unsealUnderRing(ring: Keyring, sealed: Buffer, place: Place): Buffer {
  const idEnd = 2 + (sealed[1] ?? 0);
  if (sealed[0] !== VERSION) throw new SealError('Unknown version of a value sealed under the ring');
  const keyId = sealed.toString('utf8', 2, idEnd);
  const key = ring.find(keyId);
  if (key === undefined) {
    // What is no id was not written by us, and must not be quoted in a log.
    const which = KEY_ID.test(keyId) ? `with the id ${keyId}` : 'that sealed this, if any did';
    throw new SealError(`ENCRYPTION_KEYS has no key ${which}`);
  }
  return decrypt(key, sealed.subarray(idEnd), place);
}

/** Whether a value from `sealUnderRing` was sealed under the key that is now current. */
export function isSealedByCurrentKey(ring: Keyring, sealed: Buffer): boolean {
  const header = headerOf(ring);
  return sealed.subarray(0, header.length).equals(header);
}

/** The prefix of everything sealed under the current ring key. */
function headerOf({ current }: Keyring): Buffer {
  const keyId = Buffer.from(current.id);
  return Buffer.concat([Buffer.from([VERSION, keyId.length]), keyId]);
}

/** Seals bytes or text under a data key for one place. */
export function seal(dataKey: KeyObject, content: Buffer | string, place: Place): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return encrypt(VALUE_HEADER, dataKey, bytes, place);
}

/** Opens what `seal` made for the same place. Throws SealError. */
export function unseal(dataKey: KeyObject, sealed: Buffer, place: Place): Buffer {
  if (sealed[0] !== VERSION) throw new SealError('Unknown version of a sealed value');
  return decrypt(dataKey, sealed.subarray(1), place);
}

function dataKeyPlace(verificationId: string): Place {
  return { table: 'verifications', column: 'data_key', id: verificationId };
}

function encrypt(header: Buffer, key: KeyObject, content: Buffer, place: Place): Buffer {
  const nonce = takeRandomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bind(place));
  const body = [cipher.update(content), cipher.final()];
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ...body]);
}

function decrypt(key: KeyObject, sealed: Buffer, place: Place): Buffer {
  const bodyStart = NONCE_BYTES + TAG_BYTES;
  if (sealed.length < bodyStart) throw new SealError(`Sealed value is cut short: ${describe(place)}`);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(bind(place));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, bodyStart));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]);
  } catch (error) {
    throw new SealError(`Sealed value does not open: ${describe(place)}`, { cause: error });
  }
}

function bind({ table, column, id }: Place): Buffer {
  return Buffer.from(`${table}|${column}|${id}`);
}

function describe({ table, column, id }: Place): string {
  return `${table}.${column} of ${id}`;
}
