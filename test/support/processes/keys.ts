import { createSecretKey } from 'node:crypto';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { EvidenceKeys } from '../../../shared/evidence/evidence-keys.js';

/** The keys the factories seal and hash with; an app under test must use the same. */
export const testKeys = {
  encryptionKeys: new Keyring([{ id: 'test', key: createSecretKey(Buffer.alloc(32, 1)) }]),
  indexKey: createSecretKey(Buffer.alloc(32, 2)),
  evidenceKeys: new EvidenceKeys(
    new Keyring([{ id: 'evidence', key: createSecretKey(Buffer.alloc(32, 5)) }]),
  ),
} as const;

/** The same for processes, plus the key that signs tokens (that of test/support/processes/app.ts). */
export const SECRETS = {
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 1).toString('base64')}`,
  INDEX_KEY: Buffer.alloc(32, 2).toString('base64'),
  EVIDENCE_KEYS: `evidence:${Buffer.alloc(32, 5).toString('base64')}`,
  JWT_SECRETS: `new:${Buffer.alloc(32, 3).toString('base64')}`,
};
