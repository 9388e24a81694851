import { readDurability } from '../../../shared/config/common.js';
import { settingsFrom } from '../../../shared/config/environment.js';
import { demandOf, findForgetful } from '../../../shared/durability/demand.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/**
 * Judges whether PostgreSQL keeps what DURABILITY promises, in production and with the settings of the processes' role.
 */
export async function examineDurability({ sql, environment }: Surroundings): Promise<Judgement> {
  const durability = settingsFrom(environment, readDurability);
  const faults = await findForgetful(sql, demandOf({ durability, production: true }));
  if (faults.length === 0) return ok(`the server keeps what DURABILITY=${durability} promises`);
  return fault(
    `${faults.join('; ')}: a dispatch marker may be lost, and a paid call be made twice`,
    'change it for the server, the database and the role (SELECT * FROM pg_db_role_setting); in production the processes refuse to start',
  );
}
