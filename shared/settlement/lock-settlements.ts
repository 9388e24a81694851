import { ASSUMED_CALL } from '../db/assumed-call.js';
import type { Sql } from '../db/database.js';
import type { CheckOutcome } from '../domain/outcome.js';
import type { CallState, ReviewReason, Status } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';
import type { Settlement } from './settlement.js';

/** A verification that a settlement may settle. */
export interface VerificationState {
  id: string;
  client_id: string;
  service_code: ServiceCode;
  idempotency_key: string;
  reference: string | null;
  credits: number;
  status: Status;
  erased: boolean;
  created_at: Date;
}

/** A check of such a verification. */
export interface CheckRow {
  id: string;
  verification_id: string;
  status: Status;
  outcome: CheckOutcome | null;
  label: string | null;
  review_reason: ReviewReason | null;
}

/** A call of the settled checks. */
export interface CallRow {
  id: string;
  check_id: string;
  state: CallState;
  answered: boolean;
  /** Nobody knows whether it was made, nor under which id. */
  assumed: boolean;
}

/** All that settlements rest on, read behind its locks. */
export interface LockedState {
  verifications: readonly VerificationState[];
  checks: Map<string, CheckRow>;
  calls: readonly CallRow[];
}

/**
 * Locks verifications and then checks. Reads everything only after it is locked, in statements of their own, so that
 * nothing read is out of date. They are sent one behind the other and run in this order, behind the one that locks the
 * wallets.
 */
export async function lockState(sql: Sql, settlements: readonly Settlement[]): Promise<LockedState> {
  const ids = [...new Set(settlements.map(({ verificationId }) => verificationId))];
  const [verifications, checks, calls] = await Promise.all([
    sql.query<VerificationState>(
      `SELECT id, client_id, service_code, idempotency_key, reference, credits, status, erased_at IS NOT NULL AS erased, created_at
       FROM verifications
       WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
      [ids],
    ),
    sql.query<CheckRow>(
      `SELECT id, verification_id, status, outcome, label, review_reason FROM checks
       WHERE verification_id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
      [ids],
    ),
    sql.query<CallRow>(
      `SELECT id, check_id, state, answer_sealed IS NOT NULL AS answered, ${ASSUMED_CALL} AS assumed
       FROM provider_calls
       WHERE check_id = ANY($1::uuid[])`,
      [settlements.map(({ checkId }) => checkId)],
    ),
  ]);
  return { verifications, checks: new Map(checks.map((check) => [check.id, check])), calls };
}
