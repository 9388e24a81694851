import { isUnavailable } from '../../../shared/db/sqlstate.js';
import { OperatorError } from '../../../shared/operator-error.js';
import { reasonOf } from '../../verify/reason-of.js';

/**
 * Works on the restored copy alone. If that is lost, says which of the two databases it is and what to do; what is
 * wrong with the copy itself is not an outage.
 */
export async function onCopy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new OperatorError(
      `The copy at RESTORED_DATABASE_URL was lost: ${reasonOf(error)}. Nothing was recorded: run the command again once the copy is back.`,
      { cause: error },
    );
  }
}
