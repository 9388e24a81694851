import { BulkWrite } from '../db/bulk-write.js';
import type { Database, Sql } from '../db/database.js';
import { moveCredits } from '../domain/ledger.js';
import type { CheckOutcome } from '../domain/outcome.js';
import type { ServiceCode } from '../domain/services.js';
import { resultOfChecks } from '../domain/settle-verification.js';
import { type CallState, mayHaveBeenReceived, type ReviewReason, type Status } from '../domain/states.js';
import type { VerificationNews } from '../webhooks/stage-events.js';
import { type LockedWallets, lockWallets, walletOf } from './lock-wallets.js';
import type { CallResult, SettledVerification, Settlement } from './settlement.js';
import { type LateAnswer, writeLateFindings } from './write-late-findings.js';
import { type VerificationLine, writeLedger } from './write-ledger.js';
import {
  type ChangedCheck,
  type ChangedVerification,
  writeCalls,
  writeChecks,
  writeVerifications,
} from './write-settlements.js';

/**
 * Writes down what a batch of provider calls brought, in one transaction: calls, checks, and for verifications whose
 * last check this was, result and credits. Compare-and-set: a call that somebody else has settled meanwhile changes
 * nothing, and its late answer is kept as evidence only; after an erasure not even that. Returns the verifications
 * that left `pending`.
 *
 * Locks in the order wallets, verifications, checks, as everything does that writes more than one of them.
 */
export function settleChecks(
  db: Database,
  settlements: readonly Settlement[],
): Promise<SettledVerification[]> {
  return db.transaction(async (sql) => {
    const [wallets, state] = await Promise.all([
      lockWallets(
        sql,
        settlements.map(({ clientId }) => clientId),
      ),
      lockState(sql, settlements),
    ]);
    const write = new BulkWrite();
    const applied = applySettlements(settlements, state, write, wallets.now);
    const settled = settleVerifications(applied, state, write, wallets);
    await write.finish(sql);
    return settled;
  });
}

interface VerificationState {
  id: string;
  client_id: string;
  service_code: ServiceCode;
  credits: number;
  status: Status;
  erased: boolean;
}

interface CheckRow {
  id: string;
  verification_id: string;
  status: Status;
  outcome: CheckOutcome | null;
  label: string | null;
  review_reason: ReviewReason | null;
}

interface CallRow {
  id: string;
  check_id: string;
  state: CallState;
  answered: boolean;
}

interface LockedState {
  verifications: readonly VerificationState[];
  checks: Map<string, CheckRow>;
  calls: readonly CallRow[];
}

/**
 * Reads everything only after it is locked, in statements of their own, so that nothing read is out of date. They are
 * sent one behind the other and run in this order, behind the one that locks the wallets.
 */
async function lockState(sql: Sql, settlements: readonly Settlement[]): Promise<LockedState> {
  const ids = [...new Set(settlements.map(({ verificationId }) => verificationId))];
  const [verifications, checks, calls] = await Promise.all([
    sql.query<VerificationState>(
      `SELECT id, client_id, service_code, credits, status, erased_at IS NOT NULL AS erased FROM verifications
       WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
      [ids],
    ),
    sql.query<CheckRow>(
      `SELECT id, verification_id, status, outcome, label, review_reason FROM checks
       WHERE verification_id = ANY($1::uuid[]) ORDER BY id FOR UPDATE`,
      [ids],
    ),
    sql.query<CallRow>(
      `SELECT id, check_id, state, answer_sealed IS NOT NULL AS answered FROM provider_calls
       WHERE check_id = ANY($1::uuid[])`,
      [settlements.map(({ checkId }) => checkId)],
    ),
  ]);
  return { verifications, checks: new Map(checks.map((check) => [check.id, check])), calls };
}

/** Settles calls and checks; returns the ids of the verifications that they changed. */
function applySettlements(
  settlements: readonly Settlement[],
  state: LockedState,
  write: BulkWrite,
  now: Date,
): Set<string> {
  const finished: CallResult[] = [];
  const late: LateAnswer[] = [];
  const changed: ChangedCheck[] = [];
  const touched = new Set<string>();
  for (const { call, checkId, verificationId, result } of settlements) {
    const check = state.checks.get(checkId);
    if (check?.status !== 'pending' || !isStillOpen(call, checkId, state)) {
      if (call !== null && isLateAnswer(call, verificationId, state)) late.push({ call, result });
      continue;
    }
    if (call !== null) finished.push(call);
    if (result.status === 'pending') continue;
    changed.push({ checkId, result });
    touched.add(verificationId);
    rememberResult(check, result);
  }
  const lateCalls = late.map(({ call }) => call);
  writeCalls(write, finished, lateCalls, now);
  writeLateFindings(write, late, now);
  writeChecks(write, changed, now);
  return touched;
}

/** A call must still be `started`; a check without a call may be given up only while no call can have been received. */
function isStillOpen(call: CallResult | null, checkId: string, { calls }: LockedState): boolean {
  if (call !== null) return calls.some(({ id, state }) => id === call.id && state === 'started');
  return calls.every((row) => row.check_id !== checkId || !mayHaveBeenReceived(row.state));
}

/** Of an erased verification nothing personal is written any more, whoever still holds its key in memory. */
function isLateAnswer(call: CallResult, verificationId: string, state: LockedState): boolean {
  if (state.verifications.some(({ id, erased }) => id === verificationId && erased)) return false;
  const row = state.calls.find(({ id }) => id === call.id);
  const givenUp = row?.state === 'uncertain' || row?.state === 'written_off';
  return givenUp && !row.answered && call.answerSealed !== null;
}

function rememberResult(check: CheckRow, result: ChangedCheck['result']): void {
  check.status = result.status;
  check.outcome = result.status === 'completed' ? result.outcome : null;
  check.label = result.status === 'completed' ? result.label : null;
  check.review_reason = result.status === 'manual_review' ? result.reviewReason : null;
}

/** Settles the verifications whose last check this was; the others only get a new version. */
function settleVerifications(
  touched: ReadonlySet<string>,
  state: LockedState,
  write: BulkWrite,
  wallets: LockedWallets,
): SettledVerification[] {
  const lines: VerificationLine[] = [];
  const changed: ChangedVerification[] = [];
  const settled: SettledVerification[] = [];
  const news: VerificationNews[] = [];
  for (const verification of state.verifications) {
    if (!touched.has(verification.id) || verification.status !== 'pending') continue;
    const result = resultOfChecks(verification.service_code, checksOf(verification.id, state));
    changed.push({ id: verification.id, credits: verification.credits, result });
    if (result === undefined) continue;
    settled.push({ id: verification.id, clientId: verification.client_id, status: result.status });
    news.push({
      id: verification.id,
      clientId: verification.client_id,
      credits: verification.credits,
      result,
    });
    if (result.status === 'completed') {
      const wallet = walletOf(wallets, verification.client_id);
      const line = moveCredits(wallet, result.settleBy, verification.credits);
      lines.push({ line, verificationId: verification.id });
    }
  }
  writeVerifications(write, changed, wallets.now);
  writeLedger(write, lines, wallets, news);
  return settled;
}

function checksOf(verificationId: string, { checks }: LockedState) {
  return [...checks.values()]
    .filter((check) => check.verification_id === verificationId)
    .map(({ review_reason, ...check }) => ({ ...check, reviewReason: review_reason }));
}
