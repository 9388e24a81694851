import { findChangedCollations } from '../../../shared/db/collations.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether texts are still sorted as they were when the indexes were built. */
export async function examineCollations({ sql }: Surroundings): Promise<Judgement> {
  const changed = await findChangedCollations(sql);
  if (changed.length === 0) return ok('no version has changed since the indexes were built');
  const list = changed.map(({ name, recorded, actual }) => `${name} from ${recorded} to ${actual ?? 'none'}`);
  return fault(
    `changed since the indexes were built: ${list.join(', ')}; lists may miss rows`,
    'REINDEX DATABASE CONCURRENTLY, then ALTER DATABASE … REFRESH COLLATION VERSION (runbook: CollationChanged)',
  );
}
