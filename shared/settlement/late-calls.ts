import { mayHaveBeenReceived } from '../domain/states.js';
import type { CallRow, LockedState } from './lock-settlements.js';
import type { CallResult, CallSettlement, Settlement } from './settlement.js';
import type { LateCall } from './write-settlements.js';

/** News of calls that somebody else had given up, or that are settled: none of it changes a check. */
export class LateNews {
  /** Answers: evidence. */
  readonly answers: LateCall[] = [];
  /** Answers to calls that the database does not know beside what it knows: evidence. */
  readonly unknown: CallSettlement[] = [];
  /** Word of a worker that is done with its call without an answer, and sends it no more. */
  readonly words: CallResult[] = [];
  /** Answers that the check has no use for, as it was given up, or another call stands: it may be paid for twice. */
  readonly paidTwice: Settlement[] = [];

  constructor(private readonly state: LockedState) {}

  /** Takes the news of a call whose check is not this call's to settle. Nothing of a call that is settled counts. */
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
      if (known !== undefined) this.words.push(call);
      return;
    }
    if (row.state === 'written_off') this.paidTwice.push(settlement);
    // Of an erased verification nothing personal is written any more, whoever still holds its key in memory.
    if (this.#isErased(verificationId)) return;
    // A call whose marker was lost before stands under an assumed id.
    this.answers.push({ call, result, checkId, assumed: known === undefined });
  }

  /**
   * An answer to a call whose marker the database has lost, where nothing stands for it. If its check waits for a person
   * and no other call may have been received, it is the one to be put in place; otherwise it was paid for in vain.
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

/** The newest: an earlier one may have been written off. */
function findAssumed(checkId: string, { calls }: LockedState): CallRow | undefined {
  return calls
    .filter(({ check_id, assumed, answered }) => check_id === checkId && assumed && !answered)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .at(-1);
}
