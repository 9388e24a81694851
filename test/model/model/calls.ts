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

/** A day goes by for the open checks of a verification. */
export function age(state: ModelState, verificationId: string): void {
  for (const check of openChecks(verificationOf(state, verificationId))) check.aged = true;
}

/** Calls past their deadline are lost, and what could not be sent for a day is given up unless it was refused for now. */
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

/** Every open check is taken for called, and every open call for lost. */
export function quarantine(state: ModelState): void {
  const open = state.verifications.flatMap(openChecks);
  const assumed = open
    .filter((check) => possibleCall(check) === undefined)
    .map((check, index) => {
      const call: ModelCall = { ...NEW_CALL, id: `assumed ${index}` };
      check.calls.push(call);
      return call;
    });
  settle(
    state,
    open.map((check) => ({ checkId: check.id, callId: possibleCall(check)?.id ?? null, news: 'lost' })),
  );
  for (const call of assumed) call.id = null;
}

function openChecks({ checks }: { checks: ModelCheck[] }): ModelCheck[] {
  return checks.filter(({ status }) => status === 'pending');
}
