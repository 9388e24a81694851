import { acceptAndEnqueue } from '../../../shared/acceptance/accept-and-enqueue.js';
import type { AcknowledgeDeps } from '../../../shared/acceptance/acknowledge.js';
import type { Acceptance, Submission } from '../../../shared/acceptance/submission.js';
import { ofClients } from '../../../shared/db/scope.js';
import { findHeldUp } from '../../../shared/ledger/find-held-up.js';
import { tracedBatcher } from '../../../shared/tracing/traced-batcher.js';
import { withAccounts } from '../../auth/account-scope.js';
import { authoriseCallers, type Caller } from '../../auth/authorise-callers.js';
import type { ApiDeps } from '../../deps.js';

/** Larger batches gain little and make every submission wait for the slowest one. */
const MAX_BATCH = 200;

type Deps = Pick<ApiDeps, 'db' | 'checkQueue' | 'logger' | 'metrics' | 'tracing' | 'durability'> &
  AcknowledgeDeps;

/**
 * Accepts submissions, many per commit, and then enqueues their checks. Clients take turns for places in a batch, so a
 * client that sends thousands at once makes the others wait for one batch, not for all of its own.
 */
export function createAcceptor(deps: Deps): (submission: Submission<Caller>) => Promise<Acceptance> {
  const batcher = tracedBatcher<Submission<Caller>, Acceptance>({
    tracing: deps.tracing,
    name: 'accept',
    parentOf: ({ traceparent }) => traceparent,
    run: async (submissions) => {
      const db = deps.db.scoped(withAccounts(submissions));
      const options = { authoriseCallers, durable: deps.durability.demand.condition };
      const acceptances = await acceptAndEnqueue(db, submissions, options, deps);
      countEach(submissions, acceptances, deps);
      return acceptances;
    },
    laneOf: ({ clientId }) => clientId,
    findHeldUp: (submissions) =>
      findHeldUp(
        deps.db.scoped(ofClients(submissions)),
        submissions.map(({ clientId }) => clientId),
      ),
    maxBatch: MAX_BATCH,
    onBatch: (size) => deps.metrics.countBatch('accept', size),
  });
  return (submission) => batcher.submit(submission);
}

function countEach(
  submissions: readonly Submission[],
  acceptances: readonly Acceptance[],
  { metrics }: Deps,
): void {
  for (const [index, { service }] of submissions.entries()) {
    const acceptance = acceptances[index];
    if (acceptance !== undefined) metrics.countSubmission(service.code, acceptance.kind);
  }
}
