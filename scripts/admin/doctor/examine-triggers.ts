import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

const SILENT = `
  SELECT DISTINCT c.relname::text AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = 'public'::regnamespace AND t.tgenabled NOT IN ('O', 'A') ORDER BY name`;

/**
 * Judges whether the database checks what it is trusted to check: states, histories that only grow, totals and foreign
 * keys are all triggers. A restore with --disable-triggers that stopped half way leaves them disabled.
 */
export async function examineTriggers({ sql }: Surroundings): Promise<Judgement> {
  const [session] = await sql.query<{ role: string }>(
    `SELECT current_setting('session_replication_role') AS role`,
  );
  if (session?.role === 'replica') {
    return fault(
      'session_replication_role is replica: no trigger fires, and no foreign key is checked',
      'ALTER ROLE or ALTER DATABASE … RESET session_replication_role, wherever it is set (\\drds in psql)',
    );
  }
  const tables = (await sql.query<{ name: string }>(SILENT)).map(({ name }) => name);
  if (tables.length === 0) return ok('all fire');
  return fault(
    `some do not fire for ${tables.join(', ')}`,
    'ALTER TABLE … ENABLE TRIGGER ALL, as a superuser, then npm run admin -- verify-ledger and verify-evidence, and for daily_… count the totals anew (docs/runbook.md)',
  );
}
