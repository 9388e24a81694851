import type { KeyObject } from 'node:crypto';
import type { Sql } from '../../../../shared/db/database.js';
import { type SealedColumn, sealFor } from '../../../../shared/db/sealed-verification.js';
import { newId } from '../../../../shared/domain/ids.js';
import { modeOf } from '../../../../shared/domain/mode.js';
import type { CallState } from '../../../../shared/domain/states.js';
import { insertRow } from './insert-row.js';
import type { CheckPlan, VerificationPlan } from './verification-plan.js';

/** Inserts the checks of a verification, and for each settled one the provider call that settled it. */
export async function insertChecks(sql: Sql, plan: VerificationPlan, dataKey: KeyObject): Promise<void> {
  const settledAt = plan.completedAt ?? new Date(plan.createdAt.getTime() + 1_000);
  for (const [position, check] of plan.checks.entries()) {
    await insertRow(sql, 'checks', checkRow(plan, check, position, settledAt, dataKey));
    const call = callOf(check);
    if (call !== undefined) await insertRow(sql, 'provider_calls', callRow(plan, check, call, settledAt));
  }
}

function checkRow(
  plan: VerificationPlan,
  check: CheckPlan,
  position: number,
  settledAt: Date,
  dataKey: KeyObject,
): Record<string, unknown> {
  const sealed = (column: SealedColumn, content: Buffer | string | null) =>
    content === null ? null : sealFor(dataKey, column, check.id, content);
  return {
    id: check.id,
    client_id: plan.clientId,
    verification_id: plan.id,
    position,
    service_code: check.code,
    status: check.status,
    outcome: check.outcome,
    label: check.label,
    review_reason: check.reviewReason,
    details_sealed: sealed('details_sealed', check.details === null ? null : JSON.stringify(check.details)),
    reference_sealed: sealed('reference_sealed', check.reference),
    photo_sealed: sealed('photo_sealed', check.photo),
    rung_at: plan.createdAt,
    created_at: plan.createdAt,
    settled_at: check.status === 'pending' ? null : settledAt,
  };
}

interface Call {
  state: CallState;
  httpStatus: number | null;
  reason: string | null;
}

function callOf({ status, outcome, reviewReason }: CheckPlan): Call | undefined {
  if (status === 'pending') return undefined;
  if (outcome === 'rejected') return { state: 'refused', httpStatus: 422, reason: null };
  if (status === 'completed') return { state: 'answered', httpStatus: 200, reason: null };
  switch (reviewReason) {
    case 'not_reached':
      return { state: 'not_sent', httpStatus: null, reason: 'ECONNREFUSED' };
    case 'unclear_answer':
      return { state: 'uncertain', httpStatus: 200, reason: 'inconclusive' };
    default:
      return { state: 'uncertain', httpStatus: null, reason: 'no_answer' };
  }
}

function callRow(
  plan: VerificationPlan,
  check: CheckPlan,
  call: Call,
  finishedAt: Date,
): Record<string, unknown> {
  return {
    id: newId(),
    client_id: plan.clientId,
    provider: modeOf(plan.clientId) === 'test' ? 'simulator' : 'upstream',
    check_id: check.id,
    state: call.state,
    worker: 'factory',
    started_at: plan.createdAt,
    deadline_at: new Date(plan.createdAt.getTime() + 20_000),
    finished_at: finishedAt,
    http_status: call.httpStatus,
    reason: call.reason,
  };
}
