import type { Sql } from '../db/database.js';

/** What an answer waits for (contract 15): the disk of one server, or a synchronous standby as well. */
export const DURABILITIES = ['local', 'standby'] as const;
export type Durability = (typeof DURABILITIES)[number];

/** Values of a setting with which PostgreSQL may lose what it has acknowledged. */
interface Rule {
  setting: string;
  refused: readonly string[];
  /** What to set instead, and why. */
  instead: string;
}

/** What a process demands of the server it works on. */
export interface DurabilityDemand {
  readonly durability: Durability;
  readonly rules: readonly Rule[];
  /** The demand as an SQL condition, for statements that must not run on a server that fails it. */
  readonly condition: string;
}

const CRASH_SAFE: readonly Rule[] = [
  { setting: 'fsync', refused: ['off'], instead: 'set it to on: a crash would lose what was acknowledged' },
  {
    setting: 'full_page_writes',
    refused: ['off'],
    instead: 'set it to on: a crash in the middle of a page would leave it broken',
  },
];

const LOCAL: readonly Rule[] = [
  {
    setting: 'synchronous_commit',
    refused: ['off', 'local'],
    instead:
      'set it to on: off forgets in a crash, and local gives up the synchronous standbys as soon as any are named',
  },
];

const STANDBY: readonly Rule[] = [
  {
    setting: 'synchronous_commit',
    refused: ['off', 'local', 'remote_write'],
    instead: 'set it to on or remote_apply: nothing else waits for the disk of a standby',
  },
  {
    setting: 'synchronous_standby_names',
    refused: [''],
    instead: 'name the standbys that must have a commit before it is acknowledged',
  },
  // Sessions of a pool have what their role has (shares-sessions.ts); all others are given this setting.
  {
    setting: 'client_min_messages',
    refused: ['error'],
    instead: 'set it to notice: a wait for a standby that was cancelled is told by a warning alone',
  },
];

/**
 * Returns what DURABILITY demands. In development a single server need not be durable; a requested standby is demanded
 * everywhere.
 */
export function demandOf(config: { durability: Durability; production: boolean }): DurabilityDemand {
  const { durability, production } = config;
  const commit = durability === 'standby' ? STANDBY : production ? LOCAL : [];
  const rules = [...(production ? CRASH_SAFE : []), ...commit];
  const conditions = rules.map(
    ({ setting, refused }) =>
      `current_setting('${setting}') NOT IN (${refused.map((value) => `'${value}'`).join(', ')})`,
  );
  return { durability, rules, condition: conditions.join(' AND ') || 'true' };
}

/** Returns the settings of this server that break the demand, each with what to do about it; empty if all is well. */
export async function findForgetful(sql: Sql, { rules }: DurabilityDemand): Promise<string[]> {
  if (rules.length === 0) return [];
  const rows = await sql.query<{ name: string; setting: string }>(
    'SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name',
    [rules.map(({ setting }) => setting)],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  return rules.flatMap(({ setting, refused, instead }) => {
    const value = settings.get(setting);
    if (value !== undefined && !refused.includes(value)) return [];
    return [`${setting} is ${value || 'empty'} (${instead})`];
  });
}

/** A frozen standby that a failover manager replaces takes longer; an ordinary wait is over in milliseconds. */
const WAITS_FOR_SECONDS = 3;

/**
 * Whether commits stand still because no synchronous standby confirms them, seen by those of the same role. PostgreSQL
 * answers reads meanwhile, and goes on waiting for a client that has given up.
 */
export async function areCommitsWaiting(sql: Sql, { durability }: DurabilityDemand): Promise<boolean> {
  if (durability !== 'standby') return false;
  const waiting = await sql.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
       AND query_start < now() - interval '${WAITS_FOR_SECONDS} seconds' LIMIT 1`,
  );
  return waiting.length > 0;
}
