import { EnvironmentReader } from '../../../shared/config/environment.js';
import { readKeyring } from '../../../shared/config/secrets.js';
import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether evidence is signed by a key used for nothing else. */
export async function examineEvidenceKeys({ environment }: Surroundings): Promise<Judgement> {
  const reader = new EnvironmentReader(environment);
  const given = reader.optional('EVIDENCE_KEYS') !== undefined;
  if (given) readKeyring(reader, 'EVIDENCE_KEYS', true);
  reader.finish();
  if (given) return ok('EVIDENCE_KEYS has them');
  return warning(
    'derived from INDEX_KEY, so whoever has that key could sign as the service',
    'set EVIDENCE_KEYS for api and worker (docs/evidence.md, Keys)',
  );
}
