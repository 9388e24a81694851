import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** A standby as the primary sees it; everything but its name is null for a role without the privilege. */
export interface Standby {
  name: string | null;
  /** `sync`, `quorum`, `potential` or `async`. */
  sync_state: string | null;
  bytes_behind: number | null;
}

/** A replication slot, which retains write-ahead log. */
export interface Slot {
  name: string;
  active: boolean;
  /** `reserved`, `extended`, `unreserved` or `lost`; null before it retains anything. */
  wal_status: string | null;
  bytes_kept: number;
}

export interface ReplicationState {
  /** The setting; empty if commits wait for no standby. */
  synchronous_standby_names: string;
  standbys: readonly Standby[];
  slots: readonly Slot[];
}

/** A standby further behind takes long to promote; four log segments are normal. */
const MUCH_BEHIND_BYTES = 256 * 1024 * 1024;
const CONFIRMS_COMMITS = ['sync', 'quorum'];

/** Judges the standbys and slots, as a primary sees them. */
export async function examineReplication({ sql }: Surroundings): Promise<Judgement> {
  const [[setting], standbys, slots] = await Promise.all([
    sql.query<{ names: string }>(`SELECT current_setting('synchronous_standby_names') AS names`),
    sql.query<Standby>(
      `SELECT application_name AS name, sync_state,
         pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS bytes_behind FROM pg_stat_replication`,
    ),
    sql.query<Slot>(
      `SELECT slot_name::text AS name, active, wal_status,
         COALESCE(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 AS bytes_kept
       FROM pg_replication_slots`,
    ),
  ]);
  return judgeReplication({ synchronous_standby_names: setting?.names ?? '', standbys, slots });
}

/** Judges PostgreSQL's report about its replication: the worst first. */
export function judgeReplication(state: ReplicationState): Judgement {
  return judgeWaiting(state) ?? judgeSlots(state.slots) ?? judgeStandbys(state.standbys);
}

/** Every commit waits for ever if the standbys it waits for are missing. */
function judgeWaiting({
  synchronous_standby_names: names,
  standbys,
}: ReplicationState): Judgement | undefined {
  const mayConfirm = standbys.some(
    ({ sync_state: state }) => state === null || CONFIRMS_COMMITS.includes(state),
  );
  if (names === '' || mayConfirm) return undefined;
  return fault(
    `commits wait for a standby in synchronous_standby_names (${names}), and none of them is connected`,
    'start one of these standbys; until then, every request waits until it times out',
  );
}

function judgeSlots(slots: readonly Slot[]): Judgement | undefined {
  const lost = slots.find(({ wal_status: status }) => status === 'lost' || status === 'unreserved');
  if (lost !== undefined) {
    return fault(
      `the slot ${lost.name} has lost, or is about to lose, WAL that its standby still needs`,
      'rebuild that standby, and raise max_slot_wal_keep_size or enlarge the disk',
    );
  }
  const idle = slots.find(({ active, wal_status: status }) => !active && status !== null);
  if (idle === undefined) return undefined;
  return warning(
    `the slot ${idle.name} is unused and retains ${megabytes(idle.bytes_kept)} of WAL, growing with every commit`,
    'bring its standby back, or drop it (pg_drop_replication_slot) before the disk is full',
  );
}

function judgeStandbys(standbys: readonly Standby[]): Judgement {
  if (standbys.length === 0) {
    return warning(
      'no standby is connected: if this server is lost, only its backup is left',
      'see docs/high-availability.md, or use a managed service with standbys',
    );
  }
  const names = standbys.map(({ name }) => name ?? 'unnamed').join(', ');
  if (standbys.every(({ sync_state: state }) => state === null)) {
    return warning(
      `${names} connected, but this role cannot see the replication lag`,
      'check pg_stat_replication as a superuser; doctor shows the lag once the role has pg_read_all_stats',
    );
  }
  const behind = standbys.find(({ bytes_behind: bytes }) => (bytes ?? 0) > MUCH_BEHIND_BYTES);
  if (behind !== undefined) {
    return warning(
      `${behind.name ?? 'a standby'} is ${megabytes(behind.bytes_behind ?? 0)} behind`,
      'check its disk and the network in between: do not promote it until it has caught up',
    );
  }
  if (standbys.some(({ sync_state: state }) => state !== null && CONFIRMS_COMMITS.includes(state))) {
    return ok(`${names} connected, and commits wait for a standby`);
  }
  return warning(
    `${names} connected, but commits do not wait for any of them: a failover may lose acknowledged requests`,
    'set synchronous_standby_names, or accept it: what is lost is then named (runbook: PostgreSQL is lost)',
  );
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
