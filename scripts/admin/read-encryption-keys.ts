import { settingsFrom } from '../../shared/config/environment.js';
import { readKeyring } from '../../shared/config/secrets.js';
import type { Keyring } from '../../shared/crypto/keyring.js';

/** Reads the keys of ENCRYPTION_KEYS. Throws ConfigError. */
export function readEncryptionKeys(): Keyring {
  const ring = settingsFrom(process.env, (reader) =>
    readKeyring(reader, 'ENCRYPTION_KEYS', true, 'give those that the processes have'),
  );
  if (ring === undefined) throw new Error('Bug: no keys and no fault');
  return ring;
}
