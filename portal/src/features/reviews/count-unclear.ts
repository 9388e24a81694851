import type { CallState } from '../../../../shared/domain/states.js';

const WITHOUT_ANSWER: ReadonlySet<CallState> = new Set([
  'not_sent',
  'refused_for_now',
  'uncertain',
  'written_off',
]);

/** How many calls ended without a clear answer. A refusal is one: the provider looked at the subject and said no. */
export function countUnclear(calls: readonly { state: CallState }[]): number {
  return calls.filter(({ state }) => WITHOUT_ANSWER.has(state)).length;
}
