import type { CheckOutcome, Outcome } from '../../../shared/domain/outcome.js';
import type { ReviewReason } from '../../../shared/domain/states.js';
import type { News } from '../../support/checks/settlements.js';
import {
  checkOf,
  entriesOf,
  type ModelCall,
  type ModelCheck,
  type ModelState,
  type ModelVerification,
  possibleCall,
} from './state.js';

/** `lost`: the fate of the call is unknown; `held`: it is unknown whether it was made. */
export type CallNews = News | 'lost' | 'held';

export interface ModelSettlement {
  checkId: string;
  /** Null gives up a check that was never sent. */
  callId: string | null;
  news: CallNews;
}

/** One batch of settlements; returns the verifications that left `pending`. */
export function settle(state: ModelState, settlements: readonly ModelSettlement[]): string[] {
  const touched = settlements.filter((settlement) => settleCheck(state, settlement));
  return bringUpToDate(
    state,
    touched.map(({ checkId }) => checkId),
  );
}

/** Whether the check is settled now. */
function settleCheck(state: ModelState, { checkId, callId, news }: ModelSettlement): boolean {
  const { check } = checkOf(state, checkId);
  if (callId === null) {
    if (check.status !== 'pending' || possibleCall(check) !== undefined) return false;
    become(check, null, 'not_reached');
    return true;
  }
  const call = check.calls.find(({ id }) => id === callId);
  if (call === undefined) return false;
  if (check.status !== 'pending' || call.state !== 'started') {
    keepLateAnswer(call, news);
    return false;
  }
  call.state = stateAfter(news);
  call.answered = isAnswer(news);
  if (call.state === 'not_sent' || call.state === 'refused_for_now') return false;
  become(check, outcomeOf(news), reasonOf(news));
  return true;
}

function keepLateAnswer(call: ModelCall, news: CallNews): void {
  const givenUp = call.state === 'uncertain' || call.state === 'written_off';
  if (!givenUp || call.answered || !isAnswer(news)) return;
  call.answered = true;
  call.finding = outcomeOf(news);
}

function become(check: ModelCheck, outcome: CheckOutcome | null, reason: ReviewReason | null): void {
  check.status = outcome === null ? 'manual_review' : 'completed';
  check.outcome = outcome;
  check.reason = reason;
}

function isAnswer(news: CallNews): boolean {
  return news !== 'not_sent' && news !== 'no_answer' && news !== 'lost' && news !== 'held';
}

function stateAfter(news: CallNews): ModelCall['state'] {
  if (news === 'not_sent' || news === 'refused_for_now') return news;
  if (news === 'rejected') return 'refused';
  return outcomeOf(news) === null ? 'uncertain' : 'answered';
}

function outcomeOf(news: CallNews): CheckOutcome | null {
  return news === 'positive' || news === 'negative' || news === 'no_record' || news === 'rejected'
    ? news
    : null;
}

function reasonOf(news: CallNews): ReviewReason | null {
  if (news === 'lost' || news === 'no_answer') return 'no_answer';
  if (news === 'held') return 'history_changed';
  return news === 'unclear_answer' ? news : null;
}

/**
 * Each verification with a settled check gets one new version, and its result when no check is open any more; in the
 * order of their ids, which is that of the locks and so of the ledger.
 */
function bringUpToDate(state: ModelState, checkIds: readonly string[]): string[] {
  const found = new Set(checkIds.map((id) => checkOf(state, id).verification));
  const touched = [...found].sort((a, b) => (a.id < b.id ? -1 : 1));
  const settled: string[] = [];
  for (const verification of touched) {
    verification.version += 1;
    if (verification.checks.some(({ status }) => status === 'pending')) continue;
    conclude(state, verification);
    settled.push(verification.id);
  }
  return settled;
}

/** Settles a verification none of whose checks is open: into review, or with a result and its credits. */
export function conclude(state: ModelState, verification: ModelVerification): void {
  const reasons = verification.checks.map(({ reason }) => reason);
  const worst = (['no_answer', 'history_changed', 'unclear_answer', 'not_reached'] as const).find((reason) =>
    reasons.includes(reason),
  );
  if (worst !== undefined) {
    verification.status = 'manual_review';
    verification.reason = worst;
    return;
  }
  complete(state, verification, combine(verification.checks.map(({ outcome }) => outcome)));
}

/** Completes a verification; only what was refused or closed costs nothing. */
export function complete(state: ModelState, verification: ModelVerification, outcome: Outcome): void {
  const free = outcome === 'rejected' || outcome === 'closed';
  verification.status = 'completed';
  verification.outcome = outcome;
  verification.holder = null;
  entriesOf(state, verification.client).push({
    kind: free ? 'release' : 'charge',
    amount: verification.credits,
    verification: verification.id,
  });
}

/** Equal parts decide the whole; a refused part makes it mixed; a negative one outweighs the rest. */
function combine(outcomes: readonly (CheckOutcome | null)[]): Outcome {
  const kinds = new Set(outcomes);
  const [only] = kinds;
  if (kinds.size === 1 && only != null) return only;
  return kinds.has('negative') && !kinds.has('rejected') ? 'negative' : 'mixed';
}
