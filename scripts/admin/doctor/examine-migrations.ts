import { pendingMigrations } from '../../../shared/db/pending-migrations.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether the schema matches this release. */
export async function examineMigrations({ sql }: Surroundings): Promise<Judgement> {
  const pending = await pendingMigrations(sql);
  if (pending.length === 0) return ok('the schema matches this release or a newer one');
  return fault(
    `${pending.length} migrations are missing, the first is ${pending[0]}`,
    'npm run migrate, as the owner of the schema; until then no process is ready',
  );
}
