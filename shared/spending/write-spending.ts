import type { Sql } from '../db/database.js';
import type { Limit } from '../domain/spending.js';

/**
 * Records what limits have been counted up to, and what the client was told. Runs in the transaction that reserves,
 * under the wallet lock under which the limits were read: nobody else can have counted meanwhile.
 */
export async function writeSpending(sql: Sql, limits: readonly Limit[]): Promise<void> {
  if (limits.length === 0) return;
  await sql.query(
    `INSERT INTO spending (client_id, subject_id, period, starts_on, credits, told)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::date[], $5::integer[], $6::smallint[])
     ON CONFLICT (client_id, subject_id, period, starts_on)
     DO UPDATE SET credits = EXCLUDED.credits, told = EXCLUDED.told`,
    [
      limits.map(({ clientId }) => clientId),
      limits.map(({ subjectId }) => subjectId),
      limits.map(({ period }) => period),
      limits.map(({ startsOn }) => startsOn),
      limits.map(({ used }) => used),
      limits.map(({ told }) => told),
    ],
  );
}

/**
 * Gives back what these verifications had reserved, each in the periods in which it was accepted. Runs in the
 * transaction that releases it, under the wallet lock. Does nothing where nothing is counted.
 */
export async function giveBack(sql: Sql, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length === 0) return;
  await sql.query(
    `UPDATE spending AS s SET credits = greatest(s.credits - back.credits, 0) FROM (
       SELECT v.client_id, subject.id AS subject_id, p.period, p.starts_on, sum(v.credits)::integer AS credits
       FROM verifications AS v
       CROSS JOIN LATERAL (VALUES (v.client_id), (v.submitted_by)) AS subject (id)
       CROSS JOIN LATERAL (VALUES
         ('day', (v.created_at AT TIME ZONE 'UTC')::date),
         ('month', date_trunc('month', v.created_at AT TIME ZONE 'UTC')::date)) AS p (period, starts_on)
       WHERE v.id = ANY($1::uuid[]) GROUP BY 1, 2, 3, 4) AS back
     WHERE s.client_id = back.client_id AND s.subject_id = back.subject_id AND s.period = back.period
       AND s.starts_on = back.starts_on`,
    [verificationIds],
  );
}
