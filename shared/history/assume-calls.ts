import type { Database, Sql } from '../db/database.js';
import { isTest } from '../db/of-mode.js';
import { ONE_POSSIBLE_CALL, POSSIBLE_CALL } from '../db/possible-call.js';
import { CHECKS } from '../services/index.js';
import { settleChecks } from '../settlement/settle-checks.js';
import type { SettledVerification, Settlement } from '../settlement/settlement.js';

/** An unsettled check that, as far as the database knows, has no call that may have been received. */
export interface UncalledCheck {
  clientId: string;
  verificationId: string;
  checkId: string;
  status: 'pending' | 'manual_review';
}

/** An uncalled check for which a call has to be assumed anyway. */
export interface AssumedCall extends UncalledCheck {
  callId: string;
}

/** Finds every check that could be called now, or after a person sends it back without asking the provider. */
export async function findUncalledChecks(sql: Sql): Promise<UncalledCheck[]> {
  const uncalled = `NOT EXISTS (SELECT FROM provider_calls p WHERE p.check_id = c.id AND p.${POSSIBLE_CALL})`;
  const columns = `c.client_id AS "clientId", c.verification_id AS "verificationId", c.id AS "checkId", c.status`;
  return sql.query<UncalledCheck>(
    `SELECT ${columns} FROM checks c WHERE c.status = 'pending' AND ${uncalled}
     UNION ALL
     SELECT ${columns} FROM verifications v JOIN checks c ON c.verification_id = v.id
     WHERE v.status <> 'completed' AND c.status = 'manual_review' AND ${uncalled}`,
  );
}

/** Checks per transaction: small enough that the locks hold nobody up. */
const BATCH = 500;

/**
 * Records a call of unknown outcome for each of these checks, which prevents another call until the provider has said
 * that nothing is charged, and puts pending ones into review as `history_changed`. Checks that were called or settled
 * meanwhile are left alone. Returns the verifications that left `pending`. Safe to run again, and alongside running
 * workers.
 */
export async function assumeCalls(
  db: Database,
  assumed: readonly AssumedCall[],
  options: { worker: string; reason: string },
): Promise<SettledVerification[]> {
  const settled: SettledVerification[] = [];
  for (let start = 0; start < assumed.length; start += BATCH) {
    const batch = assumed.slice(start, start + BATCH);
    const pending = batch.filter(({ status }) => status === 'pending');
    const { worker } = options;
    if (pending.length > 0) {
      settled.push(...(await settleChecks(db, pending.map(settlementOf(options)), { worker })));
    }
    const inReview = batch.filter(({ status }) => status === 'manual_review');
    if (inReview.length > 0) await db.transaction((sql) => holdBack(sql, inReview, options));
  }
  return settled;
}

const settlementOf =
  ({ reason }: { reason: string }) =>
  ({ clientId, verificationId, checkId, callId }: AssumedCall): Settlement => ({
    clientId,
    verificationId,
    checkId,
    call: { id: callId, state: 'uncertain', httpStatus: null, reason, answerSealed: null },
    result: { status: 'manual_review', reviewReason: 'history_changed' },
  });

/** Uses the lock order of everything that writes both; what was read before may have changed by then. */
async function holdBack(
  sql: Sql,
  inReview: readonly AssumedCall[],
  { worker, reason }: { worker: string; reason: string },
): Promise<void> {
  const verificationIds = [...new Set(inReview.map(({ verificationId }) => verificationId))];
  await sql.query('SELECT FROM verifications WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE', [
    verificationIds,
  ]);
  await sql.query('SELECT FROM checks WHERE verification_id = ANY($1::uuid[]) ORDER BY id FOR UPDATE', [
    verificationIds,
  ]);
  const held = await sql.query<{ check_id: string }>(
    `INSERT INTO provider_calls (id, client_id, check_id, provider, state, worker, reason, deadline_at, finished_at)
     SELECT wanted.call_id, c.client_id, c.id,
       CASE WHEN ${isTest('c.client_id')} THEN 'simulator' ELSE asked.provider END, 'uncertain', $3, $4, now(), now()
     FROM unnest($1::uuid[], $2::uuid[]) AS wanted (call_id, check_id) JOIN checks c ON c.id = wanted.check_id
       JOIN unnest($5::text[], $6::text[]) AS asked (service_code, provider) ON asked.service_code = c.service_code
     WHERE c.status = 'manual_review' ON CONFLICT ${ONE_POSSIBLE_CALL} DO NOTHING RETURNING check_id`,
    [
      inReview.map(({ callId }) => callId),
      inReview.map(({ checkId }) => checkId),
      worker,
      reason,
      CHECKS.map(({ code }) => code),
      CHECKS.map(({ provider }) => provider),
    ],
  );
  const checkIds = held.map(({ check_id }) => check_id);
  await sql.query(`UPDATE checks SET review_reason = 'history_changed' WHERE id = ANY($1::uuid[])`, [
    checkIds,
  ]);
  await sql.query(
    `UPDATE verifications v SET version = version + 1, review_reason =
       CASE WHEN v.review_reason = 'no_answer' THEN v.review_reason ELSE 'history_changed' END
     WHERE v.status = 'manual_review'
       AND v.id IN (SELECT c.verification_id FROM checks c WHERE c.id = ANY($1::uuid[]))`,
    [checkIds],
  );
}
