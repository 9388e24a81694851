import { isAnswerLost } from '../../shared/db/sqlstate.js';
import { UnknownCommitError } from '../../shared/db/unknown-commit.js';
import { OperatorError } from '../../shared/operator-error.js';
import { reasonOf } from '../verify/reason-of.js';

const AGAIN = 'run the command again once PostgreSQL is back. What is done is not done twice.';

/**
 * Why a command failed, and what to do if nobody knows how far it came: its last commit may stand although the answer
 * was lost, and many commands work in several transactions.
 */
export function describeFailure(error: unknown): string {
  // It says itself what was not done, in words of the outage behind it.
  if (error instanceof OperatorError) return error.message;
  const isUnknown = error instanceof UnknownCommitError || isAnswerLost(error);
  return isUnknown ? describeUnknown(error, AGAIN) : reasonOf(error);
}

/** Describes a failure after which nobody knows what was done; `remedy` continues the sentence. */
export function describeUnknown(error: unknown, remedy: string): string {
  return `${reasonOf(error)}. All of it, or a part, may have been done: ${remedy}`;
}
