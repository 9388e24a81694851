import type { Database, Sql } from '../db/database.js';
import { POSSIBLE_CALL } from '../db/possible-call.js';
import { newId } from '../domain/ids.js';
import { appendAudit } from './append-audit.js';
import { settleChecks } from './settle-checks.js';
import type { Settlement } from './settlement.js';

/** Checks per transaction: small enough that nobody waits for the locks. */
const BATCH = 500;

/**
 * Puts every check that is not settled into manual review, and returns how many. For use after the database was
 * restored from a backup, before the workers start: what it says was never sent may have been sent since, so each
 * such check gets a call of unknown outcome, which keeps it from being called again until the provider has said that
 * nothing is charged. Safe to run again, and beside running workers.
 */
export async function quarantine(db: Database): Promise<number> {
  await db.transaction((sql) =>
    appendAudit(sql, { actor: 'system', action: 'reviews.quarantine_started', target: 'verifications' }),
  );
  let total = 0;
  for (;;) {
    const assumed = await db.transaction(assumeCalls);
    const open = await findOpenCalls(db);
    await settleChecks(db, open);
    total += open.length;
    if (open.length === 0 && assumed === 0) return total;
  }
}

/** The unique index decides between this and a worker that is about to make the call. */
async function assumeCalls(sql: Sql): Promise<number> {
  const checks = await sql.query<{ id: string; client_id: string }>(
    `SELECT c.id, c.client_id FROM checks c
     WHERE c.status = 'pending' AND NOT EXISTS (
       SELECT FROM provider_calls p WHERE p.check_id = c.id AND p.${POSSIBLE_CALL})
     ORDER BY c.id LIMIT ${BATCH} FOR UPDATE`,
  );
  await sql.query(
    `INSERT INTO provider_calls (id, client_id, check_id, worker, deadline_at)
     SELECT id, client_id, check_id, 'quarantine', now()
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS assumed (id, client_id, check_id)
     ON CONFLICT DO NOTHING`,
    [checks.map(() => newId()), checks.map(({ client_id }) => client_id), checks.map(({ id }) => id)],
  );
  return checks.length;
}

async function findOpenCalls(sql: Sql): Promise<Settlement[]> {
  const rows = await sql.query<{ id: string; client_id: string; check_id: string; verification_id: string }>(
    `SELECT p.id, c.client_id, c.id AS check_id, c.verification_id
     FROM checks c JOIN provider_calls p ON p.check_id = c.id AND p.state = 'started'
     WHERE c.status = 'pending' ORDER BY c.id LIMIT ${BATCH}`,
  );
  return rows.map((row) => ({
    clientId: row.client_id,
    verificationId: row.verification_id,
    checkId: row.check_id,
    call: { id: row.id, state: 'uncertain', httpStatus: null, reason: 'quarantined', answerSealed: null },
    result: { status: 'manual_review', reviewReason: 'no_answer' },
  }));
}
