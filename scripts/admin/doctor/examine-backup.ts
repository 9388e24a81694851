import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Like the alert RestoreNotVerified: a week, plus a day for the weekly run. */
const LONG_AGO_SECONDS = 8 * 86_400;

/** Judges how long ago a backup was last verified by restoring it. */
export async function examineBackup({ sql }: Surroundings): Promise<Judgement> {
  const [last] = await sql.query<{ verified_at: Date; reaches_to: Date; age: number }>(
    `SELECT verified_at, reaches_to, extract(epoch FROM now() - verified_at)::float8 AS age
     FROM verified_restores ORDER BY verified_at DESC LIMIT 1`,
  );
  const remedy = 'restore and verify one every week (runbook: A backup that proves itself)';
  if (last === undefined) return warning('no restored backup has ever been verified', remedy);
  const days = Math.floor(last.age / 86_400);
  const when = `a backup was last restored and verified ${days} days ago, at ${last.verified_at.toISOString()}`;
  const found = `${when}; it contained everything up to ${last.reaches_to.toISOString()}`;
  return last.age > LONG_AGO_SECONDS ? warning(found, remedy) : ok(found);
}
