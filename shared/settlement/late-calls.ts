import type { CallRow, LockedState } from './lock-settlements.js';
import type { CallResult, Settlement } from './settlement.js';
import type { LateCall } from './write-settlements.js';

/** News of calls that somebody else had given up, or that are settled: none of it changes a check. */
export class LateNews {
  /** Answers: evidence. */
  readonly answers: LateCall[] = [];
  /** Word of a worker that is done with its call without an answer, and sends it no more. */
  readonly words: CallResult[] = [];
  /** Answers to calls that had been written off: the check may have been called again, and paid for twice. */
  readonly paidTwice: Settlement[] = [];

  constructor(private readonly state: LockedState) {}

  /** Takes the news of a call whose check is not this call's to settle. Nothing of a call that is settled counts. */
  add(settlement: Settlement): void {
    const { call, checkId, verificationId, result } = settlement;
    if (call === null) return;
    const known = findCall(call, this.state);
    const row = known ?? findAssumed(checkId, this.state);
    if ((row?.state !== 'uncertain' && row?.state !== 'written_off') || row.answered) return;
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
