import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.js';
import type { Sql } from './database.js';
import { isLockTimeout } from './sqlstate.js';

/**
 * `auto` keeps it as it is, for tables that have come since too, and turns it on where there is no client yet. `on` and
 * `off` are for who knows that no process of a release without scopes runs any more, or that one is about to.
 */
export type RowSecurity = 'auto' | 'on' | 'off';

/** A table that has policies, and whether they bind everybody who is no superuser. */
export interface TableState {
  name: string;
  forced: boolean;
}

/** As a migration, it gives up a table that it cannot have at once, because requests wait behind it, and tries again. */
const ATTEMPTS = 100;
const PAUSE_MS = 1_000;

/**
 * Turns row-level security on or off for every table that has policies; says whether it is on now. FORCE binds the
 * owner too, whom a policy would not stop otherwise. Must be run by the owner, with a lock timeout. Each table is a
 * statement of its own; `clients` comes first and says from then on how it is meant to be, so that the next run
 * finishes what one that died has begun.
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
 * Warns when the database would show this process rows without a scope. It works all the same: queries name the
 * client. A schema that is not there yet says nothing.
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

/** Every table with policies, `clients` first; any role may ask. */
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
