import type { Database, Sql } from '../db/database.js';
import type { GivenUpReason } from '../domain/states.js';
import { settleChecks } from '../settlement/settle-checks.js';
import type { SettledVerification, Settlement } from '../settlement/settlement.js';

/** A call that is under way, by what the database knows. */
export interface StartedCall {
  clientId: string;
  verificationId: string;
  checkId: string;
  callId: string;
}

/** Every call that is under way, by what the database knows. */
export function findStartedCalls(sql: Sql): Promise<StartedCall[]> {
  return sql.query<StartedCall>(
    `SELECT c.client_id AS "clientId", c.verification_id AS "verificationId", c.id AS "checkId", p.id AS "callId"
     FROM provider_calls p JOIN checks c ON c.id = p.check_id
     WHERE p.state = 'started' AND c.status = 'pending'`,
  );
}

/** Why a call was given up, or is assumed, because the database may lack what became of it. */
export const HELD_BACK = 'quarantined' satisfies GivenUpReason;
/** Calls per transaction: small enough that nobody waits for the locks. */
const BATCH = 500;

/**
 * Gives these calls up and puts their checks into review: what has become of them the database may have lost, and what
 * their workers say of them may be older than that. An answer that comes all the same is kept for the review. Returns
 * the verifications that left `pending`. Safe to run again.
 */
export async function giveUpStarted(
  db: Database,
  calls: readonly StartedCall[],
): Promise<SettledVerification[]> {
  const settled: SettledVerification[] = [];
  for (let start = 0; start < calls.length; start += BATCH) {
    const batch = calls.slice(start, start + BATCH).map(givingUp);
    settled.push(...(await settleChecks(db, batch)));
  }
  return settled;
}

/**
 * Ends calls that were followed by another one of their check, so that it can be written down: theirs were certainly not
 * paid for, or there would be no other. The checks stay pending. Safe to run again.
 */
export async function endReplaced(db: Database, calls: readonly StartedCall[]): Promise<void> {
  if (calls.length === 0) return;
  const settlements = calls.map(({ callId, ...place }): Settlement => {
    const call = { id: callId, httpStatus: null, reason: 'replaced', answerSealed: null };
    return { ...place, call: { ...call, state: 'not_sent' }, result: { status: 'pending' } };
  });
  await settleChecks(db, settlements);
}

function givingUp({ callId, ...place }: StartedCall): Settlement {
  return {
    ...place,
    call: { id: callId, state: 'uncertain', httpStatus: null, reason: HELD_BACK, answerSealed: null },
    result: { status: 'manual_review', reviewReason: 'history_changed' },
  };
}
