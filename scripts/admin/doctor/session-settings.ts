import type { Sql } from '../../../shared/db/database.js';
import { fault, type Judgement, warning } from './judgement.js';

/** Values without which statements fail, or do something else without a word (data-source.ts). */
const NEEDED: Readonly<Record<string, RegExp>> = {
  DateStyle: /^ISO/,
  array_nulls: /^on$/,
  default_transaction_isolation: /^read committed$/,
  row_security: /^on$/,
};
/** Without them, a session waits for ever. */
const LIMITS = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];

const GIVE_THEM =
  'the processes set it themselves, except behind a pool: give it to the role (docs/scaling.md, PgBouncer)';

/** Judges whether sessions have the settings that the service relies on; undefined if they do. */
export async function judgeSessionSettings(sql: Sql): Promise<Judgement | undefined> {
  const rows = await sql.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name ORDER BY name',
    [[...Object.keys(NEEDED), ...LIMITS]],
  );
  const unfit = rows.filter(({ name, value }) => NEEDED[name]?.test(value) === false);
  if (unfit.length > 0) return fault(`its sessions have ${listOf(unfit)}`, GIVE_THEM);
  const unlimited = rows.filter(({ name, value }) => LIMITS.includes(name) && value === '0');
  return unlimited.length > 0 ? warning(`its sessions have ${listOf(unlimited)}`, GIVE_THEM) : undefined;
}

function listOf(settings: readonly { name: string; value: string }[]): string {
  return settings.map(({ name, value }) => `${name} = ${value}`).join(', ');
}
