import { mayHaveBeenReceived } from '../domain/states.js';
import type { CallRow, LockedState } from './lock-state.js';
import type { CallResult, CallSettlement, Settlement } from './settlement.js';
import type { LateCall } from './write-settlements.js';

/** Collects news of calls that were given up or already settled; none of it changes a check. */
export class LateNews {
  /** Answers, kept as evidence. */
  readonly answers: LateCall[] = [];
  /** Answers to calls the database does not know, kept as evidence alongside what it does know. */
  readonly unknown: CallSettlement[] = [];
  /** Calls that their workers have ended without an answer, and will not send any more. */
  readonly endings: CallResult[] = [];
  /** Answers the check cannot use because it was given up or has another call: it may have been paid for twice. */
  readonly paidTwice: Settlement[] = [];

  constructor(private readonly state: LockedState) {}

  /** Adds the news of a call that may not settle its check. News of a settled call is ignored. */
  add(settlement: Settlement): void {
    const { call, checkId, verificationId, result } = settlement;
    if (call === null) return;
    const known = findCall(call, this.state);
    const row = known ?? findAssumed(checkId, this.state);
    if (row === undefined) {
      this.#addUnknown({ ...settlement, call });
      return;
    }
    if ((row.state !== 'uncertain' && row.state !== 'written_off') || row.answered) return;
    if (call.answerSealed === null) {
      if (known !== undefined) this.endings.push(call);
      return;
    }
    if (row.state === 'written_off') this.paidTwice.push(settlement);
    // Nothing personal is written for an erased verification, even if someone still holds its key in memory.
    if (this.#isErased(verificationId)) return;
    // A call whose marker was lost earlier is stored under an assumed id.
    this.answers.push({ call, result, checkId, assumed: known === undefined });
  }

  /**
   * Adds an answer to a call whose marker the database lost and that no assumed call represents. If its check is in
   * review and no other call may have been received, this answer can be applied to it; otherwise it was paid for in
   * vain.
   */
  #addUnknown(settlement: CallSettlement): void {
    const { call, checkId, verificationId } = settlement;
    if (call.answerSealed === null || !mayHaveBeenReceived(call.state)) return;
    if (this.unknown.some((other) => other.call.id === call.id)) return;
    const others = this.state.calls.filter(({ check_id }) => check_id === checkId);
    const isWaitedFor =
      this.state.checks.get(checkId)?.status === 'manual_review' &&
      !others.some(({ state }) => mayHaveBeenReceived(state));
    if (!isWaitedFor) this.paidTwice.push(settlement);
    if (this.#isErased(verificationId)) return;
    this.unknown.push({ ...settlement, call: { ...call, state: isWaitedFor ? 'uncertain' : 'written_off' } });
  }

  #isErased(verificationId: string): boolean {
    return this.state.verifications.some(({ id, erased }) => id === verificationId && erased);
  }
}

/** The row of a call; undefined when its marker was lost. */
export function findCall(call: CallResult, { calls }: LockedState): CallRow | undefined {
  return calls.find(({ id }) => id === call.id);
}

/** The newest one: an earlier one may have been written off. */
function findAssumed(checkId: string, { calls }: LockedState): CallRow | undefined {
  return calls
    .filter(({ check_id, assumed, answered }) => check_id === checkId && assumed && !answered)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .at(-1);
}
