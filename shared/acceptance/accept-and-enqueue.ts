import type { Database } from '../db/database.js';
import type { Logger } from '../logger.js';
import type { CheckQueue } from '../queues/check-queue.js';
import type { AcceptingDatabase } from '../witness/acknowledgements.js';
import { type AcceptOptions, acceptVerifications } from './accept-verifications.js';
import { type AcknowledgeDeps, acknowledge } from './acknowledge.js';
import type { Acceptance, Submission } from './submission.js';

interface Deps extends AcknowledgeDeps {
  checkQueue: Pick<CheckQueue, 'enqueue'>;
  logger: Logger;
}

/**
 * Accepts submissions in one commit, then enqueues their checks and has the second witness record what was
 * acknowledged. A crash in between only costs time: the reconciler enqueues whatever was missed.
 */
export async function acceptAndEnqueue<Caller>(
  db: Pick<Database, 'transaction'>,
  submissions: readonly Submission<Caller>[],
  options: Omit<AcceptOptions<Caller>, 'onDatabase'>,
  deps: Deps,
): Promise<Acceptance[]> {
  let database: AcceptingDatabase | undefined;
  const acceptances = await acceptVerifications(db, submissions, {
    ...options,
    onDatabase: (accepting) => {
      database = accepting;
    },
  });
  const accepted = submissions.filter((_submission, index) => acceptances[index]?.kind === 'accepted');
  enqueue(accepted, deps);
  const ids = accepted.map(({ verificationId }) => verificationId);
  if (database !== undefined && ids.length > 0) await acknowledge(database, ids, deps);
  return acceptances;
}

/** Not awaited, so that answers do not wait for Redis: the reconciler enqueues whatever is lost. */
function enqueue(accepted: readonly Submission[], { checkQueue, logger }: Deps): void {
  if (accepted.length === 0) return;
  const checks = accepted.flatMap(({ clientId, checkIds }) =>
    checkIds.map((checkId) => ({ checkId, clientId })),
  );
  checkQueue.enqueue(checks).catch((error: unknown) => {
    logger.warn({ err: error, verifications: accepted.length }, 'workers not told; the reconciler will');
  });
}
