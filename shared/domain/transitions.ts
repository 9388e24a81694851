import type { Act } from './access.js';
import type { CallState, Status } from './states.js';

/** Who moves a state: a worker, or an operator who restores a database, or whoever may do this act. */
type Mover = 'worker' | 'operator' | Act;

interface Transition<State> {
  from: State;
  to: readonly State[];
  by: readonly Mover[];
}

const DECIDING = ['work_reviews', 'use_test_mode'] as const;
const REPEATING = ['work_reviews', 'decide_approvals', 'use_test_mode'] as const;

/**
 * Every move of a state that there is (architecture 9). A statement that moves one names its transition (shared/db/move.ts),
 * and the database refuses what is not in here. States that nothing leaves are final.
 */
export const TRANSITIONS = {
  verifications: {
    /** The last of its checks is settled. */
    settle: { from: 'pending', to: ['completed', 'manual_review'], by: ['worker', 'operator'] },
    /** A person decides it, or a late answer does. */
    decide: { from: 'manual_review', to: ['completed'], by: DECIDING },
    requeue: { from: 'manual_review', to: ['pending'], by: REPEATING },
  },
  checks: {
    settle: { from: 'pending', to: ['completed', 'manual_review'], by: ['worker', 'operator'] },
    decide: { from: 'manual_review', to: ['completed'], by: DECIDING },
    apply_late_answer: { from: 'manual_review', to: ['completed'], by: ['work_reviews'] },
    requeue: { from: 'manual_review', to: ['pending'], by: REPEATING },
  },
  provider_calls: {
    /** By the worker that made it, or by the reconciler of another after its deadline. */
    finish: {
      from: 'started',
      to: ['not_sent', 'refused_for_now', 'refused', 'answered', 'uncertain'],
      by: ['worker', 'operator'],
    },
    apply_late_answer: { from: 'uncertain', to: ['answered', 'refused'], by: ['work_reviews'] },
    /** The provider has confirmed that it charges nothing. */
    write_off: { from: 'uncertain', to: ['written_off'], by: REPEATING },
  },
} as const satisfies {
  verifications: Readonly<Record<string, Transition<Status>>>;
  checks: Readonly<Record<string, Transition<Status>>>;
  provider_calls: Readonly<Record<string, Transition<CallState>>>;
};

/** The tables whose rows have a state. */
export type StateTable = keyof typeof TRANSITIONS;

/** Which column holds the state. */
export const STATE_COLUMNS = {
  verifications: 'status',
  checks: 'status',
  provider_calls: 'state',
} as const satisfies Readonly<Record<StateTable, string>>;
