import { isAnswerLost } from '../../shared/db/sqlstate.js';
import { UnknownCommitError } from '../../shared/db/unknown-commit.js';
import { reasonOf } from '../verify/reason-of.js';

const AGAIN = 'run the command again once PostgreSQL is back. What is done is not done twice.';

/**
 * Why a command failed, and what to do if nobody knows how far it came: its last commit may stand although the answer was
 * lost, and many commands work in several transactions.
 */
export function describeFailure(error: unknown): string {
  const isUnknown = error instanceof UnknownCommitError || isAnswerLost(error);
  return isUnknown ? describeUnknown(error, AGAIN) : reasonOf(error);
}

/** The same where nobody knows; `remedy` continues a sentence. */
export function describeUnknown(error: unknown, remedy: string): string {
  return `${reasonOf(error)}. All of it, or a part, may have been done: ${remedy}`;
}
