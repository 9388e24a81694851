import type { AnsweredOutcome } from '../../../shared/domain/outcome.js';
import { complete, conclude } from './settle.js';
import { type ModelState, type ModelVerification, possibleCall, verificationOf } from './state.js';

/** Null is a command on the server, which overrides who holds a case. */
export type ModelReviewer = string | null;

export interface ModelDecision {
  verificationId: string;
  noteId: string;
  by: ModelReviewer;
}

function refusalOf({ status, holder }: ModelVerification, by: ModelReviewer): string | undefined {
  if (status !== 'manual_review') return 'not_in_review';
  return by !== null && holder !== null && holder !== by ? 'taken' : undefined;
}

/** Ends a review, charged with an outcome or for free; the first decision stands. */
export function resolve(
  state: ModelState,
  { verificationId, noteId, by }: ModelDecision,
  outcome: AnsweredOutcome | 'closed',
): string {
  const verification = verificationOf(state, verificationId);
  if (state.notes.includes(noteId)) return 'resolved';
  const refusal = refusalOf(verification, by);
  if (refusal !== undefined) return refusal;
  state.notes.push(noteId);
  verification.version += 1;
  if (outcome === 'closed') {
    complete(state, verification, 'closed');
    return 'resolved';
  }
  for (const check of verification.checks.filter(({ status }) => status === 'manual_review')) {
    Object.assign(check, { status: 'completed', outcome, reason: null });
  }
  conclude(state, verification);
  return 'resolved';
}

/** Puts late findings in place of the parts that are in review. */
export function applyLateAnswer(state: ModelState, { verificationId, noteId, by }: ModelDecision): string {
  const verification = verificationOf(state, verificationId);
  if (state.notes.includes(noteId)) return 'applied';
  const refusal = refusalOf(verification, by);
  if (refusal !== undefined) return refusal;
  let applied = 0;
  for (const check of verification.checks.filter(({ status }) => status === 'manual_review')) {
    const call = check.calls.find(({ state: now, finding }) => now === 'uncertain' && finding !== null);
    if (call?.finding == null) continue;
    call.state = call.finding === 'rejected' ? 'refused' : 'answered';
    Object.assign(check, { status: 'completed', outcome: call.finding, reason: null });
    applied += 1;
  }
  if (applied === 0) return 'no_late_answer';
  state.notes.push(noteId);
  verification.version += 1;
  conclude(state, verification);
  return 'applied';
}

/** Sends the unclear parts back; all cases or none. */
export function requeue(
  state: ModelState,
  decisions: readonly ModelDecision[],
  confirmed: boolean,
): Record<string, unknown> {
  const cases = decisions.map((decision) => ({
    ...decision,
    verification: verificationOf(state, decision.verificationId),
  }));
  const recorded = cases[0] !== undefined && state.notes.includes(cases[0].noteId);
  if (!recorded) {
    const refusals = cases.flatMap(({ verification, by }) => {
      const reason = refusalOf(verification, by) ?? (confirmed ? undefined : doubtOf(verification));
      return reason === undefined ? [] : [{ verificationId: verification.id, reason }];
    });
    if (refusals.length > 0) return { kind: 'refused', refusals };
    for (const { verification, noteId } of cases) reopen(state, verification, noteId);
  }
  const pending = cases.flatMap(({ verification }) =>
    verification.checks.filter(({ status }) => status === 'pending').map(({ id }) => id),
  );
  return { kind: 'requeued', checkIds: pending.sort() };
}

function doubtOf({ checks }: ModelVerification): string | undefined {
  const doubtful = checks.some((check) => check.status === 'manual_review' && possibleCall(check));
  return doubtful ? 'may_have_been_received' : undefined;
}

function reopen(state: ModelState, verification: ModelVerification, noteId: string): void {
  state.notes.push(noteId);
  Object.assign(verification, { status: 'pending', reason: null, holder: null });
  verification.version += 1;
  for (const check of verification.checks.filter(({ status }) => status === 'manual_review')) {
    const call = possibleCall(check);
    if (call !== undefined) call.state = 'written_off';
    Object.assign(check, { status: 'pending', reason: null, aged: false });
  }
}

/** Gives a person the case, or more time with it. */
export function take(state: ModelState, verificationId: string, by: string): string {
  const verification = verificationOf(state, verificationId);
  const refusal = refusalOf(verification, by);
  if (refusal !== undefined) return refusal;
  verification.holder = by;
  return 'done';
}

/** Lets a case go. */
export function giveBack(state: ModelState, verificationId: string, by: string): string {
  const verification = verificationOf(state, verificationId);
  const refusal = refusalOf(verification, by);
  if (refusal !== undefined) return refusal;
  verification.holder = null;
  return 'done';
}
