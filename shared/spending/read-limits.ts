import type { Sql } from '../db/database.js';
import type { SpendingRow } from '../db/entities/spending.entity.js';
import type { SpendingLimit } from '../db/entities/spending-limit.entity.js';
import type { RowOf } from '../db/row-of.js';
import { type Limit, periodStart } from '../domain/spending.js';

interface LimitRow
  extends RowOf<SpendingLimit, 'client_id' | 'subject_id' | 'limit_of'>,
    RowOf<SpendingRow, 'period' | 'starts_on' | 'credits'> {
  /** Null, like `told`, until something is spent in the period. */
  used: SpendingRow['credits'] | null;
  told: SpendingRow['told'] | null;
}

const LIMITS = `
  SELECT l.client_id, l.subject_id, l.limit_of, p.period, p.starts_on::text, p.credits, s.credits AS used, s.told
  FROM (SELECT coalesce($3::timestamptz, clock_timestamp()) AT TIME ZONE 'UTC' AS moment) AS at
  CROSS JOIN spending_limits AS l
  CROSS JOIN LATERAL (VALUES
    ('day', l.per_day, at.moment::date),
    ('month', l.per_month, date_trunc('month', at.moment)::date)) AS p (period, credits, starts_on)
  LEFT JOIN spending AS s ON s.client_id = l.client_id AND s.subject_id = l.subject_id
    AND s.period = p.period AND s.starts_on = p.starts_on
  WHERE l.client_id = ANY($1::uuid[]) AND ($2::uuid[] IS NULL OR l.subject_id = ANY($2::uuid[]))
    AND p.credits IS NOT NULL`;

/**
 * Reads the limits of these clients, and those of their users and keys named (by default all), in the period of a
 * moment, by default now.
 */
export async function readLimits(
  sql: Sql,
  clientIds: readonly string[],
  subjectIds: readonly string[] | null = null,
  moment: Date | null = null,
): Promise<Limit[]> {
  const rows = await sql.query<LimitRow>(LIMITS, [
    [...new Set(clientIds)],
    subjectIds === null ? null : [...new Set(subjectIds)],
    moment,
  ]);
  return rows.map((row) => ({
    clientId: row.client_id,
    subjectId: row.subject_id,
    of: row.limit_of,
    period: row.period,
    startsOn: row.starts_on,
    credits: row.credits,
    used: row.used ?? 0,
    told: row.told ?? 0,
  }));
}

/** Whether limits read by the database's clock belong to the periods of the moment a transaction stamps. */
export function areCurrentAt(limits: readonly Limit[], moment: Date): boolean {
  return limits.every(({ period, startsOn }) => startsOn === periodStart(period, moment));
}
