import { ASSUMED_CALL } from '../db/assumed-call.js';
import type { BulkWrite } from '../db/bulk-write.js';
import { Check, ProviderCall, Verification } from '../db/entities/index.js';
import { filterOnly } from '../db/filter-only.js';
import { movesFrom } from '../db/move.js';
import type { RowOf } from '../db/row-of.js';
import { columnsOf } from '../db/table-of.js';
import type { VerificationResult } from '../domain/result-of-checks.js';
import { GIVEN_UP_REASONS } from '../domain/states.js';
import type { CallProvider } from '../services/index.js';
import type { CallResult, CheckResult } from './settlement.js';
import type { LateAnswer } from './write-late-findings.js';

/** A check that is being settled. */
export interface ChangedCheck {
  checkId: string;
  result: Exclude<CheckResult, { status: 'pending' }>;
}

/** A verification with a settled check; it has no result while others are open. */
export interface ChangedVerification {
  id: string;
  credits: number;
  result: VerificationResult | undefined;
}

/** A call whose marker the database has lost. */
export interface UnmarkedCall {
  call: CallResult;
  clientId: string;
  checkId: string;
  provider: CallProvider;
  worker: string;
  /** Its check had been settled without it, or by another call. */
  late: boolean;
}

/** A late answer to a call that was given up; `assumed` if the call is stored under a made-up id. */
export interface LateCall extends LateAnswer {
  checkId: string;
  assumed: boolean;
}

const ANSWER_COLUMNS = ['http_status', 'reason', 'answer_sealed'] as const;

const answerRow = (call: CallResult) => ({
  id: call.id,
  http_status: call.httpStatus,
  reason: call.reason,
  answer_sealed: call.answerSealed,
});

/** What happened to calls. */
export interface EndedCalls {
  finished: readonly CallResult[];
  unmarked: readonly UnmarkedCall[];
  /** Answers to calls that were given up, kept as evidence. */
  late: readonly LateCall[];
  /** Calls that were given up, and that their workers have ended without an answer: they will not send them any more. */
  lateEndings: readonly CallResult[];
}

/** Adds what happened to calls to a write. */
export function writeCalls(write: BulkWrite, calls: EndedCalls, now: Date): void {
  write.update(
    ProviderCall,
    'id',
    [...ANSWER_COLUMNS, 'state', 'finished_at'],
    calls.finished.map((call) => ({ ...answerRow(call), state: call.state, finished_at: now })),
    { where: filterOnly(movesFrom('provider_calls', 'finish', 'old')) },
  );
  writeUnmarked(write, calls.unmarked, now);
  const late = [...ANSWER_COLUMNS, 'answered_late_at'] as const;
  const lateRow = ({ call, checkId }: LateCall) => ({
    ...answerRow(call),
    check_id: checkId,
    answered_late_at: now,
  });
  const known = calls.late.filter(({ assumed }) => !assumed);
  write.update(ProviderCall, 'id', late, known.map(lateRow));
  // The assumed call turns out to be this one and takes its id, for which the answer is sealed.
  const assumed = calls.late.filter((call) => call.assumed);
  write.update(ProviderCall, 'check_id', ['id', ...late], assumed.map(lateRow), {
    where: `old.id = (SELECT max(p.id::text)::uuid FROM provider_calls p
      WHERE p.check_id = old.check_id AND p.${ASSUMED_CALL} AND p.answer_sealed IS NULL)`,
  });
  write.update(
    ProviderCall,
    'id',
    ['reason'],
    calls.lateEndings.map(({ id, reason }) => ({ id, reason })),
    { where: filterOnly(`old.reason IN (${GIVEN_UP_REASONS.map((reason) => `'${reason}'`).join(', ')})`) },
  );
}

const UNMARKED_COLUMNS = columnsOf(ProviderCall, { except: ['written_off_by'] });

function writeUnmarked(write: BulkWrite, unmarked: readonly UnmarkedCall[], now: Date): void {
  write.insert(
    ProviderCall,
    UNMARKED_COLUMNS,
    unmarked.map(({ call, clientId, checkId, provider, worker, late }) => ({
      ...answerRow(call),
      client_id: clientId,
      check_id: checkId,
      provider,
      worker,
      state: call.state,
      started_at: now,
      deadline_at: now,
      finished_at: now,
      answered_late_at: late ? now : null,
      written_off_at: call.state === 'written_off' ? now : null,
    })),
  );
}

/** Adds settled checks to a write. */
export function writeChecks(write: BulkWrite, changed: readonly ChangedCheck[], now: Date): void {
  write.update(
    Check,
    'id',
    [
      'status',
      'outcome',
      'label',
      'review_reason',
      'details_sealed',
      'reference_sealed',
      'photo_sealed',
      'settled_at',
    ],
    changed.map(({ checkId, result }) => ({ id: checkId, ...checkResultRow(result), settled_at: now })),
    { where: filterOnly(movesFrom('checks', 'settle', 'old')) },
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

const RESULT_COLUMNS = [
  'status',
  'outcome',
  'label',
  'review_reason',
  'credits_reserved',
  'credits_charged',
  'completed_at',
] as const;

/** Adds changed verifications to a write: their result, or only a new version while checks are open. */
export function writeVerifications(
  write: BulkWrite,
  changed: readonly ChangedVerification[],
  now: Date,
): void {
  const rows = changed.map((verification) => ({ id: verification.id, ...resultRow(verification, now) }));
  write.update(Verification, 'id', RESULT_COLUMNS, rows, {
    set: 'version = old.version + 1',
    where: filterOnly(movesFrom('verifications', 'settle', 'old')),
  });
}

function resultRow(
  { credits, result }: ChangedVerification,
  now: Date,
): RowOf<Verification, (typeof RESULT_COLUMNS)[number]> {
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
