import { ASSUMED_BY } from '../db/assumed-call.js';
import type { Database, Sql } from '../db/database.js';
import { newId } from '../domain/ids.js';
import { appendAudit } from '../evidence/append-audit.js';
import { assumeCalls, findUncalledChecks } from '../history/assume-calls.js';
import { settleChecks } from '../settlement/settle-checks.js';
import type { Settlement } from '../settlement/settlement.js';

/** Calls per transaction: small enough that nobody waits for the locks. */
const BATCH = 500;
const REASON = 'quarantined';

/**
 * Holds back every check that is not settled, and returns how many: what is pending goes into manual review, and what
 * the database says was never sent, in review too, gets a call of unknown outcome, which keeps it from being called
 * again until the provider has said that nothing is charged. For use after the database was restored from a backup,
 * which may have lost calls that were made since. Safe to run again, and beside running workers.
 */
export async function quarantine(db: Database): Promise<number> {
  await db.transaction((sql) =>
    appendAudit(sql, { actor: 'system', action: 'reviews.quarantine_started', target: 'verifications' }),
  );
  let total = 0;
  for (;;) {
    const uncalled = await findUncalledChecks(db);
    await assumeCalls(
      db,
      uncalled.map((check) => ({ ...check, callId: newId() })),
      { worker: ASSUMED_BY, reason: REASON },
    );
    const open = await findOpenCalls(db);
    await settleChecks(db, open);
    total += uncalled.length + open.length;
    if (uncalled.length === 0 && open.length === 0) return total;
  }
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
    call: { id: row.id, state: 'uncertain', httpStatus: null, reason: REASON, answerSealed: null },
    result: { status: 'manual_review', reviewReason: 'history_changed' },
  }));
}
