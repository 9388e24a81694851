import { changedFields } from '../../shared/accounts/changed-fields.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import {
  LIMIT_PERIODS,
  LIMITED_KINDS,
  type Limited,
  type LimitPeriod,
  NO_LIMITS,
  type SpendingLimits,
} from '../../shared/domain/spending.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import { lockWallets } from '../../shared/ledger/lock-wallets.js';

/** What a limit applies to, and which of its values change: absent ones stay as they are. */
export interface LimitChange {
  clientId: string;
  of: Limited;
  subjectId: string;
  limits: Partial<SpendingLimits>;
}

/**
 * Sets how much a client, or one of its users or keys, may spend, and records it in the audit log. Earlier spending in
 * the current periods counts: it is added up under the wallet lock, so that no reservation is missed or counted twice.
 * Safe to run again after a lost commit.
 */
export async function setLimits(
  sql: Sql,
  { clientId, of, subjectId, limits }: LimitChange,
  by: Actor,
): Promise<void> {
  const { now } = await lockWallets(sql, [clientId]);
  const before = (await readLimitsOf(sql, clientId, [subjectId])).get(subjectId) ?? NO_LIMITS;
  const after = { ...before, ...limits };
  const changed = changedFields({ ...before }, { ...after });
  if (changed === undefined) return;
  await sql.query(
    `INSERT INTO spending_limits (client_id, subject_id, limit_of, per_day, per_month) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (client_id, subject_id) DO UPDATE SET per_day = EXCLUDED.per_day, per_month = EXCLUDED.per_month`,
    [clientId, subjectId, of, after.per_day, after.per_month],
  );
  const periods = LIMIT_PERIODS.filter((period) => before[`per_${period}`] !== after[`per_${period}`]);
  await countAnew(sql, { clientId, subjectId, periods }, now);
  await appendAudit(sql, {
    ...by,
    action: 'limits.changed',
    target: toPublicId(LIMITED_KINDS[of], subjectId),
    details: { client_id: toPublicId('client', clientId), ...changed },
  });
}

/** Reads the limits set for these, by id; those without any are left out. */
export async function readLimitsOf(
  sql: Sql,
  clientId: string | null,
  subjectIds: readonly string[],
): Promise<Map<string, SpendingLimits>> {
  const rows = await sql.query<SpendingLimits & { subject_id: string }>(
    `SELECT subject_id, per_day, per_month FROM spending_limits
     WHERE subject_id = ANY($2::uuid[]) AND client_id = coalesce($1, subject_id)`,
    [clientId, subjectIds],
  );
  return new Map(rows.map(({ subject_id, ...limits }) => [subject_id, limits]));
}

/**
 * Adds up what was reserved or charged in the periods of a moment. For a changed limit the client is notified again.
 * OFFSET 0 has the starts worked out beforehand: under row-level security a calculation is no condition for an index,
 * and all that the client ever requested would be read, with its wallet locked.
 */
async function countAnew(
  sql: Sql,
  { clientId, subjectId, periods }: { clientId: string; subjectId: string; periods: readonly LimitPeriod[] },
  now: Date,
): Promise<void> {
  const ofSubject = subjectId === clientId ? 'v.client_id = $2' : 'v.submitted_by = $2';
  await sql.query(
    `INSERT INTO spending (client_id, subject_id, period, starts_on, credits)
     SELECT $1, $2, p.period, p.starts_on, coalesce((
       SELECT sum(v.credits)::integer FROM verifications AS v
       WHERE v.client_id = $1 AND ${ofSubject} AND v.created_at >= p.starts_at
         AND (v.status <> 'completed' OR v.credits_charged > 0)), 0)
     FROM (
       SELECT period, starts_on, starts_on::timestamp AT TIME ZONE 'UTC' AS starts_at
       FROM (VALUES
         ('day', ($3::timestamptz AT TIME ZONE 'UTC')::date),
         ('month', date_trunc('month', $3::timestamptz AT TIME ZONE 'UTC')::date)) AS of_now (period, starts_on)
       OFFSET 0
     ) AS p
     WHERE p.period = ANY($4::text[])
     ON CONFLICT (client_id, subject_id, period, starts_on) DO UPDATE SET credits = EXCLUDED.credits, told = 0`,
    [clientId, subjectId, now, periods],
  );
}
