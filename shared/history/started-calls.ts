import type { Database, Sql } from '../db/database.js';
import type { GivenUpReason } from '../domain/states.js';
import { settleChecks } from '../settlement/settle-checks.js';
import type { SettledVerification, Settlement } from '../settlement/settlement.js';

/** A call that is in flight as far as the database knows. */
export interface StartedCall {
  clientId: string;
  verificationId: string;
  checkId: string;
  callId: string;
}

/** Finds every call that is in flight as far as the database knows. */
export function findStartedCalls(sql: Sql): Promise<StartedCall[]> {
  return sql.query<StartedCall>(
    `SELECT c.client_id AS "clientId", c.verification_id AS "verificationId", c.id AS "checkId", p.id AS "callId"
     FROM provider_calls p JOIN checks c ON c.id = p.check_id
     WHERE p.state = 'started' AND c.status = 'pending'`,
  );
}

/** Why a call was given up or is assumed: the database may lack what became of it. */
export const HELD_BACK = 'quarantined' satisfies GivenUpReason;
/** Calls per transaction: small enough that the locks hold nobody up. */
const BATCH = 500;

/**
 * Gives these calls up and puts their checks into review: the database may have lost what became of them, and what
 * their workers report may be older than that. An answer that arrives anyway is kept for the review. Returns the
 * verifications that left `pending`. Safe to run again.
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
 * Ends calls that another call of their check followed, so that the later one can be recorded: the earlier were
 * certainly not paid for, or there would be no other. The checks stay pending. Safe to run again.
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
