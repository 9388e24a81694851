import { newId } from '../../shared/domain/ids.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import type { CallResult, Settlement } from '../../shared/settlement/settlement.js';
import { markDispatched } from '../../worker/checks/mark-dispatched.js';
import { callOf, resultOf } from '../support/checks/settlements.js';
import { mark } from './model/calls.js';
import { type CallNews, type ModelSettlement, settle } from './model/settle.js';
import { type ModelCheck, type ModelVerification, possibleCall } from './model/state.js';
import { type Bind, distinctBy, meantFirst, picked, type World } from './world.js';

interface Place {
  verification: ModelVerification;
  check: ModelCheck;
}

function placeOf(
  world: World,
  { pick, position }: { pick: number; position: number },
  isMeant: (check: ModelCheck) => boolean,
): Place[] {
  const verification = picked(world, pick, ({ checks }) => checks.some(isMeant));
  const checks = meantFirst(verification?.checks ?? [], isMeant);
  const check = checks[position % checks.length];
  return verification === undefined || check === undefined ? [] : [{ verification, check }];
}

const idOf = ({ check }: Place): string => check.id;

const isCallable = (check: ModelCheck): boolean =>
  check.status === 'pending' && possibleCall(check) === undefined;

const isAwaited = ({ calls }: ModelCheck): boolean =>
  calls.some(
    ({ id, state, answered }) => id !== null && (state === 'started' || state === 'uncertain') && !answered,
  );

/** Dispatch markers of a batch of checks. */
export const bindMark: Bind<'mark'> = ({ checks, overdue }, world, db) => {
  const places = distinctBy(
    checks.flatMap((check) => placeOf(world, check, isCallable)),
    idOf,
  );
  if (places.length === 0) return undefined;
  const dispatches = places.map(({ check }) => ({
    checkId: check.id,
    callId: newId(),
    provider: 'upstream' as const,
    overdue,
  }));
  return {
    words: `mark ${dispatches.map(({ checkId, callId }) => `${checkId} by ${callId}`).join(', ')}`,
    run: async () => {
      const deadlineMs = overdue ? -1_000 : 3_600_000;
      const marks = await markDispatched(db, dispatches, { worker: 'model', deadlineMs });
      return marks.map(({ kind }) => kind === 'marked');
    },
    apply: (state) => dispatches.map((dispatch) => mark(state, dispatch)),
  };
};

/** A batch of news about calls, the newest call of a check or an earlier one. */
export const bindSettle: Bind<'settle'> = ({ checks }, world, db) => {
  const places = checks.flatMap(({ call, news, ...where }) =>
    placeOf(world, where, isAwaited).flatMap((place) => {
      const callId = place.check.calls.at(-1 - (call % Math.max(1, place.check.calls.length)))?.id;
      return callId == null ? [] : [{ ...place, callId, news }];
    }),
  );
  return bindSettlements(distinctBy(places, idOf), db);
};

/** A check that is given up because it was never sent. */
export const bindGiveUp: Bind<'giveUp'> = (step, world, db) => {
  const places = placeOf(world, step, isCallable).map((place) => ({
    ...place,
    callId: null,
    news: 'lost' as const,
  }));
  return bindSettlements(places, db);
};

type News = Place & { callId: string | null; news: CallNews };

function bindSettlements(news: readonly News[], db: Parameters<typeof settleChecks>[0]) {
  if (news.length === 0) return undefined;
  const told = news.map(
    ({ check, callId, news: word }): ModelSettlement => ({ checkId: check.id, callId, news: word }),
  );
  const settlements = news.map(settlementOf);
  return {
    words: `settle ${told.map(({ checkId, callId, news: word }) => `${checkId} by ${callId}: ${word}`).join(', ')}`,
    run: async () => (await settleChecks(db, settlements)).map(({ id }) => id).sort(),
    apply: (state: World['state']) => settle(state, told).sort(),
  };
}

function settlementOf({ verification, check, callId, news }: News): Settlement {
  const place = { clientId: verification.client, verificationId: verification.id, checkId: check.id };
  if (callId === null) {
    return { ...place, call: null, result: { status: 'manual_review', reviewReason: 'not_reached' } };
  }
  if (news !== 'lost' && news !== 'held')
    return { ...place, call: callOf(callId, news), result: resultOf(news) };
  const call: CallResult = {
    ...{ id: callId, httpStatus: null, answerSealed: null },
    state: 'uncertain',
    reason: 'lost',
  };
  return { ...place, call, result: { status: 'manual_review', reviewReason: 'no_answer' } };
}
