import { describeOutage } from '../../../shared/db/describe-outage.js';
import { OperatorError } from '../../../shared/operator-error.js';
import { reasonOf } from '../../verify/reason-of.js';

/** Works on the restored copy alone. If that is lost, says of which of the two databases it is and what to do. */
export async function onCopy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (describeOutage(error) === undefined) throw error;
    throw new OperatorError(
      `The copy at RESTORED_DATABASE_URL was lost: ${reasonOf(error)}. Nothing was recorded: run the command again once the copy is back.`,
      { cause: error },
    );
  }
}
