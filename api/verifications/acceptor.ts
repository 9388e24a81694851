import { ofClients } from '../../shared/db/scope.js';
import { tracedBatcher } from '../../shared/tracing/traced-batcher.js';
import type { AcceptingDatabase } from '../../shared/witness/acknowledgements.js';
import type { ApiDeps } from '../deps.js';
import { acceptVerifications } from './accept-verifications.js';
import { type AcknowledgeDeps, acknowledge } from './acknowledge.js';
import type { Acceptance, Submission } from './submission.js';

/** Larger batches gain little and make everybody in them wait for the slowest. */
const MAX_BATCH = 200;

type Deps = Pick<ApiDeps, 'db' | 'bell' | 'logger' | 'metrics' | 'tracing' | 'durability'> & AcknowledgeDeps;

/**
 * Accepts submissions, many in one commit, and rings for the workers after it. Clients take turns for the places of a
 * batch, so a client that sends thousands at once makes the others wait for one batch and not for all of its own.
 */
export function createAcceptor(deps: Deps): (submission: Submission) => Promise<Acceptance> {
  const batcher = tracedBatcher<Submission, Acceptance>({
    tracing: deps.tracing,
    name: 'accept',
    parentOf: ({ traceparent }) => traceparent,
    run: async (submissions) => {
      let database: AcceptingDatabase | undefined;
      const db = deps.db.scoped(ofClients(submissions));
      const acceptances = await acceptVerifications(db, submissions, {
        onDatabase: (accepting) => {
          database = accepting;
        },
        durable: deps.durability.demand.condition,
      });
      countEach(submissions, acceptances, deps);
      const accepted = submissions.filter((_submission, index) => acceptances[index]?.kind === 'accepted');
      ring(accepted, deps);
      const ids = accepted.map(({ verificationId }) => verificationId);
      if (database !== undefined && ids.length > 0) await acknowledge(database, ids, deps);
      return acceptances;
    },
    laneOf: ({ clientId }) => clientId,
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

/** Without making the answers wait for Redis: the reconciler rings for what got lost. */
function ring(accepted: readonly Submission[], { bell, logger }: Deps): void {
  if (accepted.length === 0) return;
  const checks = accepted.flatMap(({ clientId, checkIds }) =>
    checkIds.map((checkId) => ({ checkId, clientId })),
  );
  bell.ring(checks).catch((error: unknown) => {
    logger.warn({ err: error, verifications: accepted.length }, 'workers not told; the reconciler will');
  });
}
