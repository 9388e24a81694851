import type { HistoryKeeper } from '../../shared/history/history-keeper.js';
import type { CallProvider } from '../../shared/services/index.js';
import type { Witness } from '../../shared/witness/witness.js';
import type { CallToNote, MarkedCall, Noted } from '../../shared/witness/witnessed-calls.js';
import type { CheckStore } from './check-store.js';
import type { PendingCheck } from './pending-check.js';

/** The claimed call, or why it may not be made. */
export type Claim = { claimed: MarkedCall } | Unclaimed;

/** Why a call may not be made. */
export type Unclaimed =
  /** The check is settled, or an earlier call for it may have been received. */
  | 'taken'
  /** The database's current history has not been adopted. */
  | 'unknown_history'
  /** The witness is unreachable or follows another history; the check is retried. */
  | 'no_witness'
  /** The witness knows a call the database has lost, so the check has gone into review. */
  | 'history_changed';

export interface ClaimDeps {
  store: CheckStore;
  witness: Witness;
  history: Pick<HistoryKeeper, 'look'>;
}

/**
 * The last steps before the socket (architecture 7): the dispatch marker with its fence, then the witness. If
 * the witness disagrees, the marker is taken back, since nothing was sent. A process that dies in between
 * leaves its marker behind, just as it would later, and the check goes into review.
 */
export async function claimCall(
  check: PendingCheck,
  callId: string,
  provider: CallProvider,
  deps: ClaimDeps,
): Promise<Claim> {
  const { store, history } = deps;
  const mark = await store.mark({ checkId: check.id, callId, provider, clientId: check.client_id });
  if (mark.kind === 'unknown_history') {
    // Adopt the history now rather than on the next scheduled look.
    history.look().catch(() => undefined);
    return 'unknown_history';
  }
  if (mark.kind === 'taken') return 'taken';
  const simulated = provider === 'simulator';
  const call = { checkId: check.id, callId, historyId: mark.historyId, simulated };
  const noted = await noteCall(call, deps);
  if (noted?.kind === 'noted') return { claimed: call };
  if (noted?.kind === 'known') return askDatabase(check, call, noted.callId, deps);
  return giveBack(check, callId, 'no_witness', deps);
}

/**
 * Resolves to undefined while Redis is unavailable. A witness that has forgotten everything is started
 * afresh, once.
 */
async function noteCall(call: CallToNote, { witness, history }: ClaimDeps): Promise<Noted | undefined> {
  try {
    const noted = await witness.noteCall(call);
    if (noted.kind !== 'history') return noted;
    await history.look();
    return await witness.noteCall(call);
  } catch {
    return undefined;
  }
}

/** The witness remembers another call: the database either knows whether it was paid for, or has lost it. */
async function askDatabase(
  check: PendingCheck,
  call: CallToNote,
  known: string,
  deps: ClaimDeps,
): Promise<Claim> {
  const state = await deps.store.fateOf(known);
  if (state === 'repeatable') {
    const noted = await noteCall({ ...call, replacing: known }, deps);
    return noted?.kind === 'noted' ? { claimed: call } : giveBack(check, call.callId, 'no_witness', deps);
  }
  await giveBack(check, call.callId, 'taken', deps);
  if (state === 'possible') return 'taken';
  await deps.store.settle({
    ...placeOf(check),
    call: { id: known, state: 'uncertain', httpStatus: null, reason: 'history_changed', answerSealed: null },
    result: { status: 'manual_review', reviewReason: 'history_changed' },
  });
  return 'history_changed';
}

/** Takes the marker back, since nothing was sent. */
async function giveBack<C extends Unclaimed>(
  check: PendingCheck,
  callId: string,
  claim: C,
  { store }: ClaimDeps,
): Promise<C> {
  await store.settle({
    ...placeOf(check),
    call: { id: callId, state: 'not_sent', httpStatus: null, reason: 'no_witness', answerSealed: null },
    result: { status: 'pending' },
  });
  return claim;
}

function placeOf(check: PendingCheck) {
  return { clientId: check.client_id, verificationId: check.verification_id, checkId: check.id };
}
