import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** A table, by PostgreSQL's own count of its rows. */
export interface CountedTable {
  name: string;
  live: number;
  dead: number;
}

/** Something that keeps PostgreSQL from removing rows that have died since. */
export interface Holder {
  /** In words, with what it takes to find it. */
  what: string;
  /** Null for a slot. */
  hours: number | null;
}

export interface DeadRows {
  tables: readonly CountedTable[];
  /** The oldest first; other roles' sessions only for a role with pg_read_all_stats. */
  holders: readonly Holder[];
}

/** Autovacuum begins at a fifth of the live rows, so this many are left only where it removes nothing. */
const PER_LIVE = 2;
/** What a busy minute leaves between two runs of autovacuum. */
const MANY = 20_000;
/** Longer than any transaction of ours, and than most backups. */
const LONG_HOURS = 1;

/** Shorter ones come and go, the doctor's own among them. */
const BRIEF = '5 seconds';

const HOLDERS = `
  SELECT format('the transaction of %s (%s, pid %s)',
      usename, coalesce(nullif(application_name, ''), 'unnamed'), pid) AS what,
    extract(epoch FROM now() - xact_start)::float8 / 3600 AS hours
  FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND coalesce(backend_xmin, backend_xid) IS NOT NULL
    AND xact_start < now() - interval '${BRIEF}'
  UNION ALL
  SELECT format('the prepared transaction %s', gid), extract(epoch FROM now() - prepared)::float8 / 3600
  FROM pg_prepared_xacts
  UNION ALL
  SELECT format('the slot %s', slot_name), NULL FROM pg_replication_slots WHERE xmin IS NOT NULL AND NOT active
  ORDER BY hours DESC NULLS LAST`;

/** Judges whether rows that nobody needs pile up, because something old might still see them. */
export async function examineDeadRows({ sql }: Surroundings): Promise<Judgement> {
  const [tables, holders] = await Promise.all([
    sql.query<CountedTable>(
      `SELECT relname::text AS name, n_live_tup::float8 AS live, n_dead_tup::float8 AS dead FROM pg_stat_user_tables`,
    ),
    sql.query<Holder>(HOLDERS),
  ]);
  return judgeDeadRows({ tables, holders });
}

/** Judges PostgreSQL's counts, and what it knows of open transactions. */
export function judgeDeadRows({ tables, holders }: DeadRows): Judgement {
  const [worst] = tables
    .filter(({ live, dead }) => dead > MANY && dead > live * PER_LIVE)
    .sort((a, b) => b.dead - a.dead);
  // A slot has no age, and comes last.
  const oldest = holders.find(isOld) ?? holders[0];
  if (worst !== undefined) {
    const why = oldest === undefined ? 'some transaction that this role cannot see' : describe(oldest);
    return warning(
      `${worst.dead} dead rows of ${worst.name} beside ${worst.live} live ones, perhaps held by ${why}`,
      REMEDY,
    );
  }
  return oldest !== undefined && isOld(oldest)
    ? warning(`nothing that dies is removed while there is ${describe(oldest)}`, REMEDY)
    : ok('few');
}

function isOld({ hours }: Holder): boolean {
  return hours === null || hours >= LONG_HOURS;
}

const REMEDY =
  'end what holds them (runbook: Dead rows): what is written often, wallets above all, becomes slower until it fails';

function describe({ what, hours }: Holder): string {
  return hours === null ? what : `${what}, open for ${hours.toFixed(1)} hours`;
}
