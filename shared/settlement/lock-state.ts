import { ASSUMED_CALL } from '../db/assumed-call.js';
import type { Sql } from '../db/database.js';
import type { Check } from '../db/entities/check.entity.js';
import type { ProviderCall } from '../db/entities/provider-call.entity.js';
import type { Verification } from '../db/entities/verification.entity.js';
import type { RowOf } from '../db/row-of.js';
import type { Settlement } from './settlement.js';

/** A verification that a settlement may settle. */
export interface VerificationState
  extends RowOf<
    Verification,
    | 'id'
    | 'client_id'
    | 'service_code'
    | 'idempotency_key'
    | 'reference'
    | 'credits'
    | 'status'
    | 'created_at'
  > {
  erased: boolean;
}

/** A check of such a verification. */
export type CheckRow = RowOf<
  Check,
  'id' | 'verification_id' | 'service_code' | 'status' | 'outcome' | 'label' | 'review_reason'
>;

/** A call of the settled checks. */
export interface CallRow extends RowOf<ProviderCall, 'id' | 'check_id' | 'state'> {
  answered: boolean;
  /** Nobody knows whether it was made, nor under which id. */
  assumed: boolean;
}

/** Everything settlements are based on, read under the locks. */
export interface LockedState {
  verifications: readonly VerificationState[];
  checks: Map<string, CheckRow>;
  calls: readonly CallRow[];
}

/**
 * Locks verifications and then checks. Everything is read only after it is locked, in separate statements, so that
 * nothing read is out of date. The statements are pipelined and run in this order, after the one that locks the
 * wallets.
 */
export async function lockState(sql: Sql, settlements: readonly Settlement[]): Promise<LockedState> {
  const ids = [...new Set(settlements.map(({ verificationId }) => verificationId))];
  const [verifications, checks, calls] = await Promise.all([
    sql.query<VerificationState>(
      `SELECT id, client_id, service_code, idempotency_key, reference, credits, status, created_at,
         erased_at IS NOT NULL AS erased
       FROM verifications WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
      [ids],
    ),
    sql.query<CheckRow>(
      `SELECT id, verification_id, service_code, status, outcome, label, review_reason FROM checks
       WHERE verification_id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
      [ids],
    ),
    sql.query<CallRow>(
      `SELECT id, check_id, state, answer_sealed IS NOT NULL AS answered, ${ASSUMED_CALL} AS assumed
       FROM provider_calls WHERE check_id = ANY($1::uuid[])`,
      [settlements.map(({ checkId }) => checkId)],
    ),
  ]);
  return { verifications, checks: new Map(checks.map((check) => [check.id, check])), calls };
}
