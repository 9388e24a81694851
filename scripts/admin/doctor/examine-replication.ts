import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** A standby as the primary sees it; everything but its name is null for a role that may not look. */
export interface Standby {
  name: string | null;
  /** `sync`, `quorum`, `potential` or `async`. */
  sync_state: string | null;
  bytes_behind: number | null;
}

/** What keeps the write-ahead log for somebody. */
export interface Slot {
  name: string;
  active: boolean;
  /** `reserved`, `extended`, `unreserved` or `lost`; null before it keeps anything. */
  wal_status: string | null;
  bytes_kept: number;
}

export interface ReplicationState {
  /** The setting, empty where no commit waits for anybody. */
  synchronous_standby_names: string;
  standbys: readonly Standby[];
  slots: readonly Slot[];
}

/** A standby that is further behind takes long to promote; four segments of the log are an ordinary moment's. */
const MUCH_BEHIND_BYTES = 256 * 1024 * 1024;
const CONFIRMS_COMMITS = ['sync', 'quorum'];

/** Judges the standbys and the slots, as a primary sees them. */
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

/** Judges what PostgreSQL says of its replication: the worst first. */
export function judgeReplication(state: ReplicationState): Judgement {
  return judgeWaiting(state) ?? judgeSlots(state.slots) ?? judgeStandbys(state.standbys);
}

/** Every commit waits for ever when the standbys that it waits for are not there. */
function judgeWaiting({
  synchronous_standby_names: names,
  standbys,
}: ReplicationState): Judgement | undefined {
  const mayConfirm = standbys.some(
    ({ sync_state: state }) => state === null || CONFIRMS_COMMITS.includes(state),
  );
  if (names === '' || mayConfirm) return undefined;
  return fault(
    `commits wait for the standby that synchronous_standby_names asks for (${names}), and none of them is connected`,
    'start a standby that it names; while there is none, every request waits until it is given up',
  );
}

function judgeSlots(slots: readonly Slot[]): Judgement | undefined {
  const lost = slots.find(({ wal_status: status }) => status === 'lost' || status === 'unreserved');
  if (lost !== undefined) {
    return fault(
      `the slot ${lost.name} has lost, or is about to lose, log that its standby still needs`,
      'build that standby anew, and raise max_slot_wal_keep_size or its disk',
    );
  }
  const idle = slots.find(({ active, wal_status: status }) => !active && status !== null);
  if (idle === undefined) return undefined;
  return warning(
    `nobody uses the slot ${idle.name}, and it keeps ${megabytes(idle.bytes_kept)} of log, more with every commit`,
    'bring its standby back, or drop it (pg_drop_replication_slot) before the disk is full',
  );
}

function judgeStandbys(standbys: readonly Standby[]): Judgement {
  if (standbys.length === 0) {
    return warning(
      'no standby is connected: when this server is lost, its backup is all there is',
      'docs/high-availability.md, or a managed service that does it',
    );
  }
  const names = standbys.map(({ name }) => name ?? 'unnamed').join(', ');
  if (standbys.every(({ sync_state: state }) => state === null)) {
    return warning(
      `${names} connected, and this role may not see how far behind`,
      'look at pg_stat_replication as a superuser; it is shown here once the role has pg_read_all_stats',
    );
  }
  const behind = standbys.find(({ bytes_behind: bytes }) => (bytes ?? 0) > MUCH_BEHIND_BYTES);
  if (behind !== undefined) {
    return warning(
      `${behind.name ?? 'a standby'} is ${megabytes(behind.bytes_behind ?? 0)} behind`,
      'look at its disk and at the network between: until it has caught up it is no server to promote',
    );
  }
  if (standbys.some(({ sync_state: state }) => state !== null && CONFIRMS_COMMITS.includes(state))) {
    return ok(`${names} connected, and commits wait for a standby`);
  }
  return warning(
    `${names} connected, and no commit waits for any: a failover may lose what was acknowledged`,
    'set synchronous_standby_names, or accept it: what is lost is then named (runbook: PostgreSQL is lost)',
  );
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
