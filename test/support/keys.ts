import { createSecretKey } from 'node:crypto';
import { Keyring } from '../../shared/crypto/keyring.js';
import { EvidenceKeys } from '../../shared/evidence/evidence-keys.js';

/** The keys that the factories seal and hash with; an app under test must be given the same. */
export const testKeys = {
  encryptionKeys: new Keyring([{ id: 'test', key: createSecretKey(Buffer.alloc(32, 1)) }]),
  indexKey: createSecretKey(Buffer.alloc(32, 2)),
  evidenceKeys: new EvidenceKeys(
    new Keyring([{ id: 'evidence', key: createSecretKey(Buffer.alloc(32, 5)) }]),
  ),
} as const;
