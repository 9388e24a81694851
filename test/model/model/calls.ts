import { settle } from './settle.js';
import {
  checkOf,
  type ModelCall,
  type ModelCheck,
  type ModelState,
  possibleCall,
  verificationOf,
} from './state.js';

export interface ModelDispatch {
  checkId: string;
  callId: string;
  overdue: boolean;
}

const NEW_CALL = { state: 'started', overdue: true, answered: false, finding: null } as const;

/** A call may be made when its check is open and no other call of it may have been received. */
export function mark(state: ModelState, { checkId, callId, overdue }: ModelDispatch): boolean {
  const { check } = checkOf(state, checkId);
  const own = check.calls.find(({ id }) => id === callId);
  if (own !== undefined) return own.state === 'started';
  if (check.status !== 'pending' || possibleCall(check) !== undefined) return false;
  check.calls.push({ ...NEW_CALL, id: callId, overdue });
  return true;
}

/** A day passes for the open checks of a verification. */
export function age(state: ModelState, verificationId: string): void {
  for (const check of openChecks(verificationOf(state, verificationId))) check.aged = true;
}

/**
 * Calls past their deadline are lost, and what could not be sent for a day is given up unless it was refused for now.
 */
export function reconcile(state: ModelState): { lostCalls: number; neverReached: number } {
  const open = state.verifications.flatMap(openChecks);
  const lost = open.flatMap(({ id, calls }) =>
    calls
      .filter((call) => call.state === 'started' && call.overdue)
      .map((call) => ({ checkId: id, callId: call.id, news: 'lost' as const })),
  );
  settle(state, lost);
  const unsent = open
    .filter(({ status, aged }) => status === 'pending' && aged)
    .filter((check) => possibleCall(check) === undefined)
    .filter(({ calls }) => calls.at(-1)?.state !== 'refused_for_now')
    .map(({ id }) => ({ checkId: id, callId: null, news: 'lost' as const }));
  settle(state, unsent);
  return { lostCalls: lost.length, neverReached: unsent.length };
}

/** Every unsettled check is assumed to have been called, even in review, and every open call to be lost. */
export function quarantine(state: ModelState): void {
  const open = state.verifications.filter(({ status }) => status !== 'completed');
  const checks = open.flatMap(({ checks: parts }) => parts);
  const uncalled = checks.filter(
    (check) => check.status !== 'completed' && possibleCall(check) === undefined,
  );
  const pending = uncalled.filter(({ status }) => status === 'pending');
  const inReview = uncalled.filter(({ status }) => status === 'manual_review');
  const assumed = uncalled.map((check, index) => {
    const call: ModelCall = { ...NEW_CALL, id: `assumed ${index}` };
    check.calls.push(call);
    return call;
  });
  hold(state, pending);
  for (const call of assumed) call.state = 'uncertain';
  holdInReview(state, inReview);
  hold(state, state.verifications.flatMap(openChecks));
  for (const call of assumed) call.id = null;
}

function hold(state: ModelState, checks: readonly ModelCheck[]): void {
  settle(
    state,
    checks.map((check) => ({ checkId: check.id, callId: possibleCall(check)?.id ?? null, news: 'held' })),
  );
}

/** What is already in review stays there for its own reason. */
function holdInReview(state: ModelState, checks: readonly ModelCheck[]): void {
  for (const check of checks) check.reason = 'history_changed';
  const touched = new Set(checks.map(({ id }) => checkOf(state, id).verification));
  for (const verification of touched) {
    if (verification.status !== 'manual_review') continue;
    verification.version += 1;
    if (verification.reason !== 'no_answer') verification.reason = 'history_changed';
  }
}

function openChecks({ checks }: { checks: ModelCheck[] }): ModelCheck[] {
  return checks.filter(({ status }) => status === 'pending');
}
