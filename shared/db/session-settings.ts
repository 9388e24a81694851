import type { DataSource } from 'typeorm';
import { OperatorError } from '../operator-error.js';

/**
 * Throws OperatorError unless the settings sent at the start of a session have reached PostgreSQL. A pool that drops
 * them, as PgBouncer does with `ignore_startup_parameters`, drops the scope with them, and row-level security then
 * hides every row: a worker would find nothing to do, and a command nothing to erase, to seal anew or to hold back,
 * without a word.
 */
export async function requireSessionSettings(dataSource: DataSource): Promise<void> {
  const rows: { mode: string }[] = await dataSource.query(
    `SELECT current_setting('plan_cache_mode') AS mode`,
  );
  if (rows[0]?.mode === 'force_generic_plan') return;
  throw new OperatorError(
    'A pool in front of PostgreSQL drops the settings of its sessions: remove ignore_startup_parameters there, and add ?pgbouncer=true to the address (docs/scaling.md, PgBouncer)',
  );
}
