import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** PostgreSQL's report about its archive of the write-ahead log. */
export interface ArchiveState {
  /** `off`, `on` or `always`. */
  mode: string;
  last_archived_at: Date | null;
  last_failed_at: Date | null;
  last_failed_file: string | null;
}

/** Judges whether the write-ahead log is archived; without that, a restore ends at the last base backup. */
export async function examineArchive({ sql }: Surroundings): Promise<Judgement> {
  const [state] = await sql.query<ArchiveState>(
    `SELECT current_setting('archive_mode') AS mode, last_archived_time AS last_archived_at,
       last_failed_time AS last_failed_at, last_failed_wal AS last_failed_file
     FROM pg_stat_archiver`,
  );
  if (state === undefined) throw new Error('pg_stat_archiver is empty');
  return judgeArchive(state);
}

/** Judges PostgreSQL's report about its archive. */
export function judgeArchive(state: ArchiveState): Judgement {
  const { mode, last_archived_at: archived, last_failed_at: failed } = state;
  if (mode === 'off') {
    return warning(
      'PostgreSQL does not archive its write-ahead log (archive_mode = off)',
      'archive it (runbook: Backup), unless pg_receivewal or your managed service already does',
    );
  }
  if (failed !== null && (archived === null || failed > archived)) {
    return fault(
      `archiving has failed since ${failed.toISOString()}, at ${state.last_failed_file}; PostgreSQL keeps everything from there until its disk is full`,
      'find the reason in the log of PostgreSQL and fix archive_command; it is retried automatically (runbook: Backup)',
    );
  }
  if (archived === null) {
    return warning('nothing has been archived yet', 'SELECT pg_switch_wal() as a superuser, then ask again');
  }
  return ok(`the last file was archived at ${archived.toISOString()}`);
}
