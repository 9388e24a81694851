import type { Act } from './access.js';
import type { ApprovalState } from './approvals.js';
import type { CallState, Status } from './states.js';

/** Who changes a state: a worker, an operator restoring a database, or whoever may perform this act. */
type Mover = 'worker' | 'operator' | Act;

interface Transition<State> {
  from: State;
  to: readonly State[];
  by: readonly Mover[];
}

const DECIDING = ['work_reviews', 'use_test_mode'] as const;
const PROPOSING = ['work_reviews', 'move_credits', 'erase_personal_data'] as const;
const REPEATING = ['work_reviews', 'decide_approvals', 'use_test_mode'] as const;

/**
 * Every state transition there is (architecture 9). A statement that changes a state names its transition
 * (shared/db/move.ts), and the database refuses any other. States without outgoing transitions are final.
 */
export const TRANSITIONS = {
  verifications: {
    /** Its last check is settled. */
    settle: { from: 'pending', to: ['completed', 'manual_review'], by: ['worker', 'operator'] },
    /** Decided by a person, or by a late answer. */
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
    /** By the worker that made it, or by another worker's reconciler after the deadline. */
    finish: {
      from: 'started',
      to: ['not_sent', 'refused_for_now', 'refused', 'answered', 'uncertain'],
      by: ['worker', 'operator'],
    },
    apply_late_answer: { from: 'uncertain', to: ['answered', 'refused'], by: ['work_reviews'] },
    /** The provider has confirmed that it charges nothing. */
    write_off: { from: 'uncertain', to: ['written_off'], by: REPEATING },
  },
  approvals: {
    /** By another administrator, or declined by whoever proposed it, which withdraws it. */
    decide: {
      from: 'open',
      to: ['approved', 'declined', 'failed'],
      by: ['work_reviews', 'decide_approvals'],
    },
    /** Undecided for too long: by a worker, or by whoever comes upon it before one does. */
    expire: {
      from: 'open',
      to: ['expired'],
      by: ['worker', 'operator', ...PROPOSING, 'decide_approvals'],
    },
  },
} as const satisfies {
  verifications: Readonly<Record<string, Transition<Status>>>;
  checks: Readonly<Record<string, Transition<Status>>>;
  provider_calls: Readonly<Record<string, Transition<CallState>>>;
  approvals: Readonly<Record<string, Transition<ApprovalState>>>;
};

/** The tables whose rows have a state. */
export type StateTable = keyof typeof TRANSITIONS;

/** The column that holds the state. */
export const STATE_COLUMNS = {
  verifications: 'status',
  checks: 'status',
  provider_calls: 'state',
  approvals: 'state',
} as const satisfies Readonly<Record<StateTable, string>>;
