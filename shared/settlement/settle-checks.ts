import { BulkWrite } from '../db/bulk-write.js';
import type { Database } from '../db/database.js';
import { moveCredits } from '../domain/ledger.js';
import { modeOf } from '../domain/mode.js';
import { resultOfChecks } from '../domain/result-of-checks.js';
import { mayHaveBeenReceived } from '../domain/states.js';
import { type LockedWallets, lockWallets, walletOf } from '../ledger/lock-wallets.js';
import { type VerificationLine, writeLedgerAndEvents } from '../ledger/write-ledger-and-events.js';
import { checkOf, serviceOf } from '../services/index.js';
import { giveBack } from '../spending/write-spending.js';
import type { VerificationNews } from '../webhooks/stage-events.js';
import { findCall, LateNews } from './late-calls.js';
import { type CheckRow, type LockedState, lockState, type VerificationState } from './lock-state.js';
import type { CallResult, CallSettlement, SettledVerification, Settlement } from './settlement.js';
import { writeLateFindings } from './write-late-findings.js';
import {
  type ChangedCheck,
  type ChangedVerification,
  type UnmarkedCall,
  writeCalls,
  writeChecks,
  writeVerifications,
} from './write-settlements.js';

/**
 * Records the results of a batch of provider calls in one transaction: calls, checks, and for verifications whose last
 * check this was, result and credits. Compare-and-set: a call that someone else has settled meanwhile changes nothing,
 * and its late answer is only kept as evidence; after an erasure not even that. A call whose marker the database has
 * lost is written together with its settlement (contract 15). Returns the verifications that left `pending`.
 *
 * Locks in the order wallets, verifications, checks, like everything that writes more than one of them.
 */
export async function settleChecks(
  db: Database,
  settlements: readonly Settlement[],
  { worker = 'unknown', onGone, onPaidTwice }: SettleOptions = {},
): Promise<SettledVerification[]> {
  const { settled, gone, paidTwice } = await db.transaction(async (sql) => {
    const [wallets, state] = await Promise.all([
      lockWallets(
        sql,
        settlements.map(({ clientId }) => clientId),
      ),
      lockState(sql, settlements),
    ]);
    const write = new BulkWrite();
    const late = new LateNews(state);
    const known = settlements.filter((settlement) => belongsTo(state, settlement));
    const applied = applySettlements(known, state, { write, late, worker, now: wallets.now });
    const { settled: changed, released } = settleVerifications(applied, state, write, wallets);
    await giveBack(sql, released);
    await write.finish(sql);
    const missing = settlements.filter((settlement) => !known.includes(settlement));
    return { settled: changed, gone: missing, paidTwice: late.paidTwice };
  });
  if (gone.length > 0) onGone?.(gone);
  if (paidTwice.length > 0) onPaidTwice?.(paidTwice);
  return settled;
}

/**
 * A lost request that was submitted again has its check ids under another verification, possibly for another subject.
 */
function belongsTo({ checks }: LockedState, { checkId, verificationId }: Settlement): boolean {
  return checks.get(checkId)?.verification_id === verificationId;
}

interface SettleOptions {
  /** The worker that made the calls, recorded for calls whose marker is lost. */
  worker?: string;
  /** Called with settlements whose check does not exist (any more), which changed nothing. */
  onGone?(gone: readonly Settlement[]): void;
  /**
   * Called with answers to calls that had been written off, or that the database had lost and the check could not use.
   */
  onPaidTwice?(paidTwice: readonly Settlement[]): void;
}

/** Settles calls and checks; returns the ids of the verifications they changed. */
function applySettlements(
  settlements: readonly Settlement[],
  state: LockedState,
  { write, late, worker, now }: { write: BulkWrite; late: LateNews; worker: string; now: Date },
): Set<string> {
  const finished: CallResult[] = [];
  const unmarked: UnmarkedCall[] = [];
  const changed: ChangedCheck[] = [];
  const touched = new Set<string>();
  for (const settlement of settlements) {
    const { call, checkId, verificationId, result } = settlement;
    const check = state.checks.get(checkId);
    if (check?.status !== 'pending' || !isStillOpen(call, checkId, state)) {
      late.add(settlement);
      continue;
    }
    if (call !== null && findCall(call, state) === undefined) {
      unmarked.push(unmarkedCall({ ...settlement, call }, state, { worker, late: false }));
    } else if (call !== null) finished.push(call);
    if (result.status === 'pending') continue;
    changed.push({ checkId, result });
    touched.add(verificationId);
    rememberResult(check, result);
  }
  unmarked.push(...late.unknown.map((settlement) => unmarkedCall(settlement, state, { worker, late: true })));
  writeCalls(write, { finished, unmarked, late: late.answers, lateEndings: late.endings }, now);
  writeLateFindings(write, [...late.answers, ...late.unknown], now);
  writeChecks(write, changed, now);
  return touched;
}

/** Names the provider too, as the lost marker did: the table admits only the simulator in test mode, and only there. */
function unmarkedCall(
  { call, clientId, checkId }: CallSettlement,
  { checks }: LockedState,
  how: Pick<UnmarkedCall, 'worker' | 'late'>,
): UnmarkedCall {
  const check = checks.get(checkId);
  if (check === undefined) throw new Error(`Bug: check ${checkId} is not locked`);
  const provider = modeOf(clientId) === 'test' ? 'simulator' : checkOf(check.service_code).provider;
  return { call, clientId, checkId, provider, ...how };
}

/**
 * A call must still be `started`, or its marker lost with no other call in its place; a check without a call may be
 * given up only while no call can have been received.
 */
function isStillOpen(call: CallResult | null, checkId: string, state: LockedState): boolean {
  const row = call === null ? undefined : findCall(call, state);
  if (row !== undefined) return row.state === 'started';
  return state.calls.every((other) => other.check_id !== checkId || !mayHaveBeenReceived(other.state));
}

function rememberResult(check: CheckRow, result: ChangedCheck['result']): void {
  check.status = result.status;
  check.outcome = result.status === 'completed' ? result.outcome : null;
  check.label = result.status === 'completed' ? result.label : null;
  check.review_reason = result.status === 'manual_review' ? result.reviewReason : null;
}

/**
 * Settles the verifications whose last check this was; the others only get a new version. Also returns those whose
 * credits are released.
 */
function settleVerifications(
  touched: ReadonlySet<string>,
  state: LockedState,
  write: BulkWrite,
  wallets: LockedWallets,
): { settled: SettledVerification[]; released: string[] } {
  const lines: VerificationLine[] = [];
  const changed: ChangedVerification[] = [];
  const settled: SettledVerification[] = [];
  const news: VerificationNews[] = [];
  for (const verification of state.verifications) {
    if (!touched.has(verification.id) || verification.status !== 'pending') continue;
    const result = resultOfChecks(serviceOf(verification.service_code), checksOf(verification.id, state));
    changed.push({ id: verification.id, credits: verification.credits, result });
    if (result === undefined) continue;
    settled.push({
      id: verification.id,
      clientId: verification.client_id,
      status: result.status,
      serviceCode: verification.service_code,
      tookMs: wallets.now.getTime() - verification.created_at.getTime(),
    });
    news.push(newsOf(verification, result));
    if (result.status === 'completed') {
      const wallet = walletOf(wallets, verification.client_id);
      const line = moveCredits(wallet, result.settleBy, verification.credits);
      lines.push({ line, verificationId: verification.id });
    }
  }
  writeVerifications(write, changed, wallets.now);
  writeLedgerAndEvents(write, lines, wallets, { verifications: news });
  const released = lines.filter(({ line }) => line.kind === 'release');
  return { settled, released: released.map(({ verificationId }) => verificationId) };
}

function newsOf(verification: VerificationState, result: VerificationNews['result']): VerificationNews {
  return {
    id: verification.id,
    clientId: verification.client_id,
    serviceCode: verification.service_code,
    idempotencyKey: verification.idempotency_key,
    reference: verification.reference,
    credits: verification.credits,
    result,
  };
}

function checksOf(verificationId: string, { checks }: LockedState) {
  return [...checks.values()]
    .filter((check) => check.verification_id === verificationId)
    .map(({ review_reason, ...check }) => ({ ...check, reviewReason: review_reason }));
}
