import type { BulkWrite } from '../db/bulk-write.js';
import { filterOnly } from '../db/filter-only.js';
import type { VerificationResult } from '../domain/settle-verification.js';
import type { CallResult, CheckResult } from './settlement.js';

/** A check that is settled now. */
export interface ChangedCheck {
  checkId: string;
  result: Exclude<CheckResult, { status: 'pending' }>;
}

/** A verification of which a check was settled; without a result while others are open. */
export interface ChangedVerification {
  id: string;
  credits: number;
  result: VerificationResult | undefined;
}

/** Adds calls that are finished, and late answers to calls that were given up, to a write. */
export function writeCalls(
  write: BulkWrite,
  finished: readonly CallResult[],
  late: readonly CallResult[],
  now: Date,
): void {
  const columns = { http_status: 'smallint', reason: 'text', answer_sealed: 'bytea' } as const;
  const rowOf = (call: CallResult) => ({
    id: call.id,
    http_status: call.httpStatus,
    reason: call.reason,
    answer_sealed: call.answerSealed,
  });
  write.update(
    'provider_calls',
    { id: 'uuid' },
    { ...columns, state: 'text', finished_at: 'timestamptz' },
    finished.map((call) => ({ ...rowOf(call), state: call.state, finished_at: now })),
    { where: filterOnly(`old.state = 'started'`) },
  );
  write.update(
    'provider_calls',
    { id: 'uuid' },
    { ...columns, answered_late_at: 'timestamptz' },
    late.map((call) => ({ ...rowOf(call), answered_late_at: now })),
  );
}

/** Adds settled checks to a write. */
export function writeChecks(write: BulkWrite, changed: readonly ChangedCheck[], now: Date): void {
  write.update(
    'checks',
    { id: 'uuid' },
    {
      status: 'text',
      outcome: 'text',
      label: 'text',
      review_reason: 'text',
      details_sealed: 'bytea',
      reference_sealed: 'bytea',
      photo_sealed: 'bytea',
      settled_at: 'timestamptz',
    },
    changed.map(({ checkId, result }) => ({ id: checkId, ...checkResultRow(result), settled_at: now })),
    { where: filterOnly(`old.status = 'pending'`) },
  );
}

function checkResultRow(result: ChangedCheck['result']) {
  const completed = result.status === 'completed' ? result : undefined;
  return {
    status: result.status,
    outcome: completed?.outcome ?? null,
    label: completed?.label ?? null,
    review_reason: result.status === 'manual_review' ? result.reviewReason : null,
    details_sealed: completed?.detailsSealed ?? null,
    reference_sealed: completed?.referenceSealed ?? null,
    photo_sealed: completed?.photoSealed ?? null,
  };
}

const RESULT_COLUMNS = {
  status: 'text',
  outcome: 'text',
  label: 'text',
  review_reason: 'text',
  credits_reserved: 'integer',
  credits_charged: 'integer',
  completed_at: 'timestamptz',
} as const;

/** Adds verifications with news to a write: their result, or only a new version while checks are open. */
export function writeVerifications(
  write: BulkWrite,
  changed: readonly ChangedVerification[],
  now: Date,
): void {
  const rows = changed.map((verification) => ({ id: verification.id, ...resultRow(verification, now) }));
  write.update('verifications', { id: 'uuid' }, RESULT_COLUMNS, rows, {
    set: 'version = old.version + 1',
    where: filterOnly(`old.status = 'pending'`),
  });
}

function resultRow(
  { credits, result }: ChangedVerification,
  now: Date,
): Record<keyof typeof RESULT_COLUMNS, unknown> {
  const completed = result?.status === 'completed' ? result : undefined;
  return {
    status: result?.status ?? 'pending',
    outcome: completed?.outcome ?? null,
    label: completed?.label ?? null,
    review_reason: result?.status === 'manual_review' ? result.reviewReason : null,
    credits_reserved: completed === undefined ? credits : 0,
    credits_charged: completed?.settleBy === 'charge' ? credits : 0,
    completed_at: completed === undefined ? null : now,
  };
}
