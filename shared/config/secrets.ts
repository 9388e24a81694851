import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { KEY_ID, Keyring } from '../crypto/keyring.js';
import { EvidenceKeys } from '../evidence/evidence-keys.js';
import type { EnvironmentReader } from './environment.js';
import { BASE64 } from './forms-of-secret.js';

// 32 bytes, as RFC 7518 3.2 requires of an HS256 key and AES-256 uses.
const KEY_BYTES = 32;
const MAKE_ONE = 'generate one with `openssl rand -base64 32`';

/** Reads `kid:base64,kid:base64`: the first key is used for anything new, and all of them open old data. */
export function readKeyring(
  reader: EnvironmentReader,
  name: string,
  exactLength: boolean,
  hint = `give kid:base64, and ${MAKE_ONE}`,
): Keyring | undefined {
  const value = reader.required(name, hint);
  if (value === '') return undefined;
  const keys: { id: string; key: KeyObject }[] = [];
  for (const [index, part] of value.split(',').entries()) {
    const which = `key ${index + 1}`;
    const [id = '', secret, ...rest] = part.trim().split(':');
    if (!KEY_ID.test(id) || secret === undefined || rest.length > 0) {
      reader.fault(
        name,
        `${which} is not of the form kid:base64, with a kid of 1-32 letters, digits, . _ or -`,
      );
      continue;
    }
    if (keys.some((key) => key.id === id)) reader.fault(name, `${which} has the id of an earlier one`);
    const key = readSecret(reader, name, secret, `${which} is`, exactLength);
    if (key !== undefined) keys.push({ id, key });
  }
  return keys.length > 0 ? new Keyring(keys) : undefined;
}

/** The id of the derived evidence key. */
export const DERIVED_KEY_ID = 'derived';

/**
 * Reads the Ed25519 evidence keys; each is `kid:base64` of the 32 bytes that RFC 8032 calls the private key. Without
 * EVIDENCE_KEYS one is derived from INDEX_KEY, which every process has, so that the environment of an earlier release
 * keeps working.
 */
export function readEvidenceKeys(
  reader: EnvironmentReader,
  indexKey: KeyObject | undefined,
): EvidenceKeys | undefined {
  if (reader.optional('EVIDENCE_KEYS') === undefined) return indexKey && derivedEvidenceKeys(indexKey);
  const ring = readKeyring(reader, 'EVIDENCE_KEYS', true);
  return ring && new EvidenceKeys(ring);
}

function derivedEvidenceKeys(indexKey: KeyObject): EvidenceKeys {
  const seed = Buffer.from(hkdfSync('sha256', indexKey, '', 'evidence/ed25519', KEY_BYTES));
  return new EvidenceKeys(new Keyring([{ id: DERIVED_KEY_ID, key: createSecretKey(seed) }]));
}

/** Reads one base64 key of 32 bytes. */
export function readKey(reader: EnvironmentReader, name: string, hint = MAKE_ONE): KeyObject | undefined {
  const value = reader.required(name, hint);
  return value === '' ? undefined : readSecret(reader, name, value, 'is', true);
}

function readSecret(
  reader: EnvironmentReader,
  name: string,
  text: string,
  whichIs: string,
  exactLength: boolean,
): KeyObject | undefined {
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  const wrongLength = exactLength ? bytes.length !== KEY_BYTES : bytes.length < KEY_BYTES;
  if (wrongLength) {
    const length = exactLength ? `exactly ${KEY_BYTES}` : `${KEY_BYTES} or more`;
    reader.fault(name, `${whichIs} not base64 of ${length} bytes: ${MAKE_ONE}`);
    return undefined;
  }
  if (reader.production && looksInvented(bytes)) {
    reader.fault(name, `${whichIs} an example, not a random secret: ${MAKE_ONE}`);
  }
  reader.requireUnique(name, text);
  return createSecretKey(bytes);
}

/**
 * Random bytes are never all printable and hardly ever repeat much: 32 of them with fewer than 16 distinct values will
 * not occur in the life of the universe. Typed or padded "secrets" show one or the other.
 */
function looksInvented(bytes: Buffer): boolean {
  return new Set(bytes).size < 16 || bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
}
