import type { Request, RequestHandler, Response } from 'express';
import { readBack } from '../../shared/db/after-commit.js';
import { maskText } from '../../shared/domain/personal-data.js';
import { requeueReviews } from '../../shared/reviews/requeue-reviews.js';
import { openWitness } from '../../shared/witness/witness.js';
import { recordAccess } from '../access-log/record-access.js';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { validateRequest } from '../validation/validate-request.js';
import { loadVerification } from '../verifications/load-verification.js';
import { presentVerification } from '../verifications/present-verification.js';
import { requestedId } from '../verifications/requested-id.js';
import { applyLateAnswer } from './apply-late-answer.js';
import { type DeskCase, newNote, openDeskCases } from './desk-case.js';
import { enqueueRequeued } from './enqueue-requeued.js';
import { withMaskedReference } from './mask-reference.js';
import { proposeWriteOff } from './propose-write-off.js';
import { type ReadResolution, readResolution } from './read-resolution.js';
import { type DeskRefusal, refuseReview } from './refuse-review.js';
import { LateAnswerBody } from './requests.js';
import { resolveReview } from './resolve-review.js';
import { reviewerOf } from './reviewer.js';

type Deps = Pick<StaffDeps, 'db' | 'config' | 'checkQueue' | 'redis' | 'accessLog'>;

const APPLIED_NOTE = 'The late answer of the provider was applied';

/** POST /api/v1/support/reviews/:id/resolution: completes, releases or sends back a case (contract 6). */
export function resolve(deps: Deps): RequestHandler {
  return async (req, res) => {
    const id = requestedId(req);
    const read = readResolution(req, deps.config);
    const deskCase = await openCase(deps, id);
    const decision = maskDecision(read.decision, deskCase);
    const resolution = { ...read, decision };
    // Sending back what may have been received is a write-off, which takes two people; otherwise one is enough.
    if (decision.kind === 'requeue' && decision.providerConfirmedNoCharge && deps.config.twoPeople) {
      if (await proposeWriteOff(deps, deskCase, { decision, note: read.note }, req, res)) return;
    }
    await recordCase(deps, deskCase, req, res);
    const refusal = await decide(deps, deskCase, resolution, req, res);
    if (refusal !== undefined) throw refuseReview(id, refusal.reason, refusal.until);
    await sendVerification(deps, deskCase, res);
  };
}

/** POST /api/v1/support/reviews/:id/late-answer: applies what a late answer found to the unclear parts. */
export function applyLate(deps: Deps): RequestHandler {
  return async (req, res) => {
    const id = requestedId(req);
    const { note: text = APPLIED_NOTE } = validateRequest(LateAnswerBody, req);
    const deskCase = await openCase(deps, id);
    const note = newNote(deskCase, text);
    await recordCase(deps, deskCase, req, res);
    const result = await deps.db.transaction((sql) =>
      applyLateAnswer(sql, { verificationId: id, note }, reviewerOf(req, res)),
    );
    if (result !== 'applied') throw refuseReview(id, result);
    await sendVerification(deps, deskCase, res);
  };
}

/**
 * Throws 404 for what support may not see, and 409 for what is not under review: neither counts as a look at a case.
 */
async function openCase({ db, config }: Deps, id: string): Promise<DeskCase> {
  const [deskCase] = await openDeskCases(db, config.encryptionKeys, [id]);
  if (deskCase === undefined) throw notFound();
  const open = await db.query(`SELECT FROM verifications WHERE id = $1 AND status = 'manual_review'`, [id]);
  if (open.length === 0) throw refuseReview(id, 'not_in_review');
  return deskCase;
}

/** The client reads the label, and the audit log keeps the name of the document: neither names the subject. */
function maskDecision(
  decision: ReadResolution['decision'],
  { subject }: DeskCase,
): ReadResolution['decision'] {
  if (decision.kind !== 'requeue') return { ...decision, label: maskText(decision.label, subject) };
  const { providerDocument: document } = decision;
  return { ...decision, providerDocument: document && maskText(document, subject) };
}

async function decide(
  deps: Deps,
  deskCase: DeskCase,
  { decision, note: text }: ReadResolution,
  req: Request,
  res: Response,
): Promise<{ reason: DeskRefusal; until?: Date } | undefined> {
  const { id: verificationId } = deskCase;
  const note = newNote(deskCase, text);
  const by = reviewerOf(req, res);
  if (decision.kind === 'requeue') {
    const { providerConfirmedNoCharge, providerDocument, confirmedCalls } = decision;
    const { revoke } = openWitness(deps.redis);
    const requeue = {
      cases: [{ verificationId, note }],
      providerConfirmedNoCharge,
      providerDocument,
      confirmedCalls,
      revoke,
    };
    const result = await deps.db.transaction((sql) => requeueReviews(sql, requeue, by));
    if (result.kind === 'refused') return result.refusals[0];
    await enqueueRequeued(deps.checkQueue, result.checkIds, res);
    return undefined;
  }
  const result = await deps.db.transaction((sql) =>
    resolveReview(sql, { verificationId, decision, note }, by),
  );
  return result === 'resolved' ? undefined : { reason: result };
}

/** The answer shows the result: logged before the action, which is not undone if this fails. */
function recordCase(
  deps: Deps,
  { clientId, id: verificationId }: DeskCase,
  req: Request,
  res: Response,
): Promise<void> {
  return recordAccess(deps, req, res, { clientId, act: 'case', verificationId });
}

/** Sends the verification as its client now sees it, but with the subject masked in the client's own reference. */
async function sendVerification(
  { db, config }: Deps,
  { clientId, id, subject }: DeskCase,
  res: Response,
): Promise<void> {
  const row = await readBack(db, (sql) => loadVerification(sql, clientId, id));
  if (row === undefined) throw notFound();
  res.json(withMaskedReference(presentVerification(row, config.encryptionKeys), subject));
}
