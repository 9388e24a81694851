import { isDatabaseWritable } from '../../../shared/db/writable.js';
import { judgeRelease, type MaintainedUntil } from './judge-release.js';
import { fault, type Judgement } from './judgement.js';
import { judgeSessionSettings } from './session-settings.js';
import type { Surroundings } from './surroundings.js';

/** https://www.postgresql.org/support/versioning/ */
const MAINTAINED_UNTIL: MaintainedUntil = {
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
};
const OLDEST = 15;

/** Judges the version of PostgreSQL and its sessions, and whether the address leads to a server that accepts writes. */
export async function examinePostgres({ sql }: Surroundings): Promise<Judgement> {
  const [row] = await sql.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  if (!(await isDatabaseWritable(sql))) {
    return fault(
      'it is reachable but read-only: a standby, a demoted primary, or default_transaction_read_only',
      'point DATABASE_URL to the primary, or free disk space and turn off the guard (runbook: PostgresReadOnly)',
    );
  }
  return (await judgeSessionSettings(sql)) ?? judgePostgresVersion(row?.version ?? '', new Date());
}

/** Judges the value of `server_version`, for example `15.20 (Debian 15.20-0+deb12u1)`. */
export function judgePostgresVersion(version: string, now: Date): Judgement {
  if (Number.parseInt(version, 10) < OLDEST) {
    return fault(`PostgreSQL ${version} is too old`, `upgrade to PostgreSQL ${OLDEST} or newer`);
  }
  return judgeRelease('PostgreSQL', version, MAINTAINED_UNTIL, now);
}
