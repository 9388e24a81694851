import { type EnvironmentReader, settingsFrom } from '../../../shared/config/environment.js';
import { readKey, readKeyring } from '../../../shared/config/secrets.js';
import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether evidence is signed by a key used for nothing else; the other keys are read to compare them. */
export async function examineEvidenceKeys({ environment }: Surroundings): Promise<Judgement> {
  const given = settingsFrom(environment, readKeys);
  if (given) return ok('EVIDENCE_KEYS has them');
  return warning(
    'derived from INDEX_KEY, so whoever has that key could sign as the service',
    'set EVIDENCE_KEYS for api and worker (docs/evidence.md, Keys)',
  );
}

/** Reads the keys that the process of this environment has; returns whether EVIDENCE_KEYS are among them. */
function readKeys(reader: EnvironmentReader): boolean {
  const isSet = (name: string) => reader.optional(name) !== undefined;
  if (isSet('ENCRYPTION_KEYS')) readKeyring(reader, 'ENCRYPTION_KEYS', true);
  if (isSet('INDEX_KEY')) readKey(reader, 'INDEX_KEY');
  if (isSet('JWT_SECRETS')) readKeyring(reader, 'JWT_SECRETS', false);
  const given = isSet('EVIDENCE_KEYS');
  if (given) readKeyring(reader, 'EVIDENCE_KEYS', true);
  return given;
}
