import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether evidence is signed by a key used for nothing else. */
export async function examineEvidenceKeys({ environment }: Surroundings): Promise<Judgement> {
  const given = environment.EVIDENCE_KEYS?.trim() || environment.EVIDENCE_KEYS_FILE?.trim();
  if (given) return ok('of their own');
  return warning(
    'derived from INDEX_KEY, so whoever has that key could sign as the service',
    'set EVIDENCE_KEYS for api and worker (docs/evidence.md, Keys)',
  );
}
