import { neitherClockReached } from '../db/clocks.js';
import type { Sql } from '../db/database.js';
import { REMEMBERED_HOURS } from '../witness/keys.js';
import type { WitnessState } from '../witness/witnessed-history.js';
import { NEWEST_HISTORY, THIS_DATABASE } from './this-database.js';

/** What distinguishes one history from another. */
export interface HistoryMarks {
  systemIdentifier: string;
  timeline: number;
  databaseOid: string;
  tableOid: string;
}

/** Where the database stands. */
export interface Situation {
  /** The server and database that answered. */
  here: HistoryMarks & {
    /** Position in its write-ahead log, in bytes. */
    position: string;
    /** How far of that is on its disk, which is all that a loss of power leaves. */
    flushed: string;
    /** When the server was started, in seconds since 1970: distinguishes one run from another. */
    startedAt: string;
    /** The current hour by its clock, counted since 1970. */
    hour: number;
    /** Position of the last checkpoint, in bytes: for minutes after a start, how far recovery had come. */
    checkpoint: string;
  };
  /** The history adopted last. */
  newest: HistoryMarks & {
    id: string;
    adoptedAt: Date;
    /** Undefined for the database that was migrated: it has replaced none. */
    replacedAt: Date | undefined;
    witnessEpoch: string | null;
    /** Whether what was acknowledged earlier has been compared with it, so that whatever is gone has been named. */
    isCompared: boolean;
    /** Whether the database was seen to lack what it had under this history, which still has to be acted on. */
    isDoubted: boolean;
    /** The hour in which it was last seen, by the clock of `here.hour`. */
    seenHour: number | null;
    /** Whether a witness that missed nothing still remembers everything called since this history was last seen. */
    isRemembered: boolean;
  };
  /** Whether the witness's history is, or was, one of this database's. */
  knowsHistory: boolean;
  /** Whether this database was ever on the server the witness follows. */
  knowsSystem: boolean;
}

interface Row {
  system_identifier: string;
  timeline: number;
  database_oid: string;
  table_oid: string;
  position: string;
  flushed: string;
  started_at: string;
  checkpoint: string;
  hour: number;
  newest_id: string;
  newest_system_identifier: string;
  newest_timeline: number;
  newest_database_oid: string;
  newest_table_oid: string;
  newest_adopted_at: Date;
  newest_adopted_how: string;
  newest_witness_epoch: string | null;
  newest_is_compared: boolean;
  newest_is_doubted: boolean;
  newest_seen_hour: number | null;
  newest_is_remembered: boolean;
  knows_history: boolean;
  knows_system: boolean;
}

/** A moment in hours since 1970. */
export const hourOf = (moment: string) => `floor(extract(epoch FROM ${moment}) / 3600)::integer`;

/** Leaves an hour for the adoption. A stamp in the future of either clock does not say how long ago it was. */
const IS_REMEMBERED = `newest.seen_at > ${neitherClockReached('$3')} - interval '${REMEMBERED_HOURS - 1} hours'
         AND newest.seen_at < ${neitherClockReached('$3')} + interval '1 hour'`;

/**
 * Reads where the database stands. `witness` must have been read before, so that its position cannot be ahead of a
 * database that never went back. Rejects on a standby.
 */
export async function readSituation(sql: Sql, witness: WitnessState | undefined): Promise<Situation> {
  const [row] = await sql.query<Row>(
    `SELECT this.*, (pg_current_wal_lsn() - '0/0'::pg_lsn)::text AS position,
       (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text AS flushed,
       extract(epoch FROM pg_postmaster_start_time())::text AS started_at,
       (SELECT checkpoint_lsn - '0/0'::pg_lsn FROM pg_control_checkpoint())::text AS checkpoint,
       ${hourOf('now()')} AS hour, ${hourOf('newest.seen_at')} AS newest_seen_hour,
       newest.id AS newest_id, newest.system_identifier AS newest_system_identifier,
       newest.timeline AS newest_timeline, newest.database_oid AS newest_database_oid,
       newest.table_oid AS newest_table_oid, newest.adopted_at AS newest_adopted_at,
       newest.adopted_how AS newest_adopted_how, newest.witness_epoch AS newest_witness_epoch,
       newest.adopted_how = 'migration' OR newest.requests_compared_at IS NOT NULL AS newest_is_compared,
       newest.doubted_at IS NOT NULL AS newest_is_doubted,
       coalesce(${IS_REMEMBERED}, false) AS newest_is_remembered,
       EXISTS (SELECT FROM database_histories WHERE id = $1::uuid) AS knows_history,
       EXISTS (SELECT FROM database_histories WHERE system_identifier = $2::bigint) AS knows_system
     FROM (${THIS_DATABASE}) AS this, (${NEWEST_HISTORY}) AS newest`,
    [witness?.history ?? null, witness?.systemIdentifier ?? null, new Date()],
  );
  if (row === undefined) throw new Error('The database has no history: run the migrations.');
  return {
    here: {
      systemIdentifier: row.system_identifier,
      timeline: row.timeline,
      databaseOid: row.database_oid,
      tableOid: row.table_oid,
      position: row.position,
      flushed: row.flushed,
      startedAt: row.started_at,
      checkpoint: row.checkpoint,
      hour: row.hour,
    },
    newest: {
      id: row.newest_id,
      systemIdentifier: row.newest_system_identifier,
      timeline: row.newest_timeline,
      databaseOid: row.newest_database_oid,
      tableOid: row.newest_table_oid,
      adoptedAt: row.newest_adopted_at,
      replacedAt: row.newest_adopted_how === 'migration' ? undefined : row.newest_adopted_at,
      witnessEpoch: row.newest_witness_epoch,
      isCompared: row.newest_is_compared,
      isDoubted: row.newest_is_doubted,
      seenHour: row.newest_seen_hour,
      isRemembered: row.newest_is_remembered,
    },
    knowsHistory: row.knows_history,
    knowsSystem: row.knows_system,
  };
}

/** What the witness may remember of the server: what is only written is no loss if it is gone after a loss of power. */
export function seenOf({ flushed, startedAt }: Situation['here']): { position: string; startedAt: string } {
  return { position: flushed, startedAt };
}
