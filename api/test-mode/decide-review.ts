import type { RequestHandler } from 'express';
import { afterCommit, readBack } from '../../shared/db/after-commit.js';
import { maskText } from '../../shared/domain/personal-data.js';
import { requeueReviews } from '../../shared/reviews/requeue-reviews.js';
import { openWitness } from '../../shared/witness/witness.js';
import { recordResult } from '../access-log/record-access.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf, nameVerification } from '../http/context.js';
import { type DeskCase, newNote, openDeskCases } from '../reviews/desk-case.js';
import { enqueueRequeued } from '../reviews/enqueue-requeued.js';
import { readTestReview } from '../reviews/read-resolution.js';
import { type DeskRefusal, refuseReview } from '../reviews/refuse-review.js';
import type { TestReviewBody } from '../reviews/requests.js';
import { resolveReview } from '../reviews/resolve-review.js';
import { loadVerification } from '../verifications/load-verification.js';
import { presentVerification } from '../verifications/present-verification.js';
import { requestedId } from '../verifications/requested-id.js';

const NOTE = 'Decided in test mode';
const LABELS = { complete: 'Completed in test mode', release: 'Closed in test mode: nothing is charged' };

/** POST /api/v1/test/reviews/:id: lets a client act as support on one of its own cases in test mode. */
export function decideTestReview(deps: ApiDeps): RequestHandler {
  const staff = deps.db.scoped('staff');
  return async (req, res) => {
    const id = requestedId(req);
    const body = readTestReview(req);
    const clientId = clientIdOf(res);
    const [deskCase] = await openDeskCases(staff, deps.config.encryptionKeys, [id], 'test');
    // The desk's scope sees every client: this check keeps the caller to its own test side.
    if (deskCase?.clientId !== clientId) throw notFound();
    nameVerification(res, id);
    const refusal = await decide(deps, deskCase, body, res);
    if (refusal !== undefined) throw refuseReview(id, refusal.reason, refusal.until);
    const row = await readBack(staff, (sql) => loadVerification(sql, clientId, id));
    if (row === undefined) throw notFound();
    await afterCommit(() => recordResult(deps, req, res, row, clientId));
    res.json(presentVerification(row, deps.config.encryptionKeys));
  };
}

async function decide(
  { db, checkQueue, redis }: ApiDeps,
  deskCase: DeskCase,
  { decision, outcome = 'positive', label }: TestReviewBody,
  res: Parameters<RequestHandler>[1],
): Promise<{ reason: DeskRefusal; until?: Date } | undefined> {
  const { id: verificationId, subject } = deskCase;
  const note = newNote(deskCase, NOTE);
  const by = { userId: null };
  const staff = db.scoped('staff');
  if (decision === 'requeue') {
    const { revoke } = openWitness(redis);
    const requeue = { cases: [{ verificationId, note }], providerConfirmedNoCharge: true, revoke };
    const result = await staff.transaction((sql) => requeueReviews(sql, requeue, by));
    if (result.kind === 'refused') return result.refusals[0];
    await enqueueRequeued(checkQueue, result.checkIds, res);
    return undefined;
  }
  const said = maskText(label ?? LABELS[decision], subject);
  const result = await staff.transaction((sql) =>
    resolveReview(
      sql,
      {
        verificationId,
        note,
        decision:
          decision === 'complete'
            ? { kind: 'complete', outcome, label: said }
            : { kind: 'release', label: said },
      },
      by,
    ),
  );
  return result === 'resolved' ? undefined : { reason: result };
}
