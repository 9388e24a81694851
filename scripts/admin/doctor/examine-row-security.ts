import { readRowSecurity, type TableState } from '../../../shared/db/row-security.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether row-level security is enabled and forced on every table with policies. */
export async function examineRowSecurity({ sql }: Surroundings): Promise<Judgement> {
  return judgeRowSecurity(await readRowSecurity(sql));
}

/** Judges the tables with policies. Off on all of them is the start of an upgrade; off on some is always wrong. */
export function judgeRowSecurity(tables: readonly TableState[]): Judgement {
  const open = tables.filter(({ forced }) => !forced).map(({ name }) => name);
  const turnOn = 'npm run migrate -- --row-security=on, as the owner of the schema';
  if (tables.length === 0)
    return fault('no table has policies', 'npm run migrate, as the owner of the schema');
  if (open.length === 0) return ok(`on and forced for all ${tables.length} tables with policies`);
  if (open.length === tables.length) {
    return warning(
      'off everywhere: a statement without a client filter would show rows of other clients',
      `once no process of an earlier release is running: ${turnOn} (runbook: Upgrades)`,
    );
  }
  return fault(`off, or not forced, for ${open.join(', ')}`, turnOn);
}
