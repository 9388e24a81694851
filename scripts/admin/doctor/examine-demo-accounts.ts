import { findDemoAccounts } from '../../../shared/accounts/demo-accounts.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether accounts of the demonstration let everybody into a service that is none. */
export async function examineDemoAccounts({ environment, sql }: Surroundings): Promise<Judgement> {
  if (environment.NODE_ENV !== 'production') return ok('only production must have none');
  const open = await findDemoAccounts(sql);
  if (open.length === 0) return ok('none that the published password opens');
  return fault(
    `the published password of the demonstration opens ${open.join(', ')}`,
    'suspend these accounts, or give them other passwords (npm run admin -- reset-password), and look through the audit log for what was done with them',
  );
}
