import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.js';
import type { Sql } from './database.js';
import { isLockTimeout } from './sqlstate.js';

/**
 * `auto` keeps it as it is, extends it to new tables, and turns it on if there is no client yet. `on` and `off` are for
 * operators who know that no process of a release without scopes is running any more, or that one is about to.
 */
export type RowSecurity = 'auto' | 'on' | 'off';

/** A table with policies, and whether they bind everyone except superusers. */
export interface TableState {
  name: string;
  forced: boolean;
}

/** Like a migration, it gives up and retries on a table it cannot lock at once, because requests queue behind it. */
const ATTEMPTS = 100;
const PAUSE_MS = 1_000;

/**
 * Turns row-level security on or off for every table with policies; returns whether it is now on. FORCE binds the owner
 * too, whom policies otherwise exempt. Must be run by the owner, with a lock timeout. Each table is a separate
 * statement; `clients` comes first and records the intended state, so that the next run completes one that died midway.
 */
export async function applyRowSecurity(owner: Sql, wanted: RowSecurity): Promise<boolean> {
  const tables = await readRowSecurity(owner);
  const meant = tables.some(({ name, forced }) => name === 'clients' && forced);
  const on = wanted === 'auto' ? meant || !(await hasClients(owner)) : wanted === 'on';
  for (const { name, forced } of tables) {
    if (forced !== on) await alter(owner, name, on);
  }
  return on;
}

/**
 * Warns if the database would show this process rows without a scope. It still works: queries name the client. A
 * missing schema is ignored.
 */
export async function warnWhenUnbound(sql: Sql, logger: Logger): Promise<void> {
  const [row] = await sql.query<{ bound: boolean | null }>(
    `SELECT row_security_active(to_regclass('public.verifications')) AS bound`,
  );
  if (row?.bound === false) {
    logger.warn(
      'row-level security does not bind this process: it is off (npm run migrate -- --row-security=on), or the role is a superuser or has BYPASSRLS',
    );
  }
}

/** Lists every table with policies, `clients` first; any role may ask. */
export function readRowSecurity(sql: Sql): Promise<TableState[]> {
  return sql.query<TableState>(
    `SELECT quote_ident(relname) AS name, relrowsecurity AND relforcerowsecurity AS forced FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid)
     ORDER BY relname <> 'clients', relname`,
  );
}

async function hasClients(owner: Sql): Promise<boolean> {
  const rows = await owner.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM clients) AS found');
  return rows[0]?.found === true;
}

async function alter(owner: Sql, table: string, on: boolean): Promise<void> {
  const change = on
    ? 'ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY'
    : 'NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY';
  for (let attempt = 1; ; attempt += 1) {
    try {
      await owner.query(`ALTER TABLE ${table} ${change}`);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !isLockTimeout(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
