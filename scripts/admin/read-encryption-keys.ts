import { EnvironmentReader } from '../../shared/config/environment.js';
import { readKeyring } from '../../shared/config/secrets.js';
import type { Keyring } from '../../shared/crypto/keyring.js';

/** Reads the keys of ENCRYPTION_KEYS. Throws ConfigError. */
export function readEncryptionKeys(): Keyring {
  const reader = new EnvironmentReader(process.env);
  const ring = readKeyring(reader, 'ENCRYPTION_KEYS', true, 'give those that the processes have');
  reader.finish();
  if (ring === undefined) throw new Error('Bug: no keys and no fault');
  return ring;
}
