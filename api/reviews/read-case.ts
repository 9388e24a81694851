import type { RequestHandler } from 'express';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import type { WireRevealedAnswer, WireRevealedSubject } from '../../shared/wire/review.js';
import { recordAccess } from '../access-log/record-access.js';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { validateRequest } from '../validation/validate-request.js';
import { loadReport } from '../verifications/report/load-report.js';
import { requestedId } from '../verifications/requested-id.js';
import { type DeskCase, openDeskCases } from './desk-case.js';
import { loadAround } from './load-around.js';
import { type CallRow, loadCalls } from './load-calls.js';
import { loadNotes } from './load-notes.js';
import { loadReview, type ReviewRow } from './load-reviews.js';
import { loadWriteOff } from './load-write-off.js';
import { openAnswer } from './present-answer.js';
import { presentReviewDetail } from './present-review-detail.js';
import { RevealBody } from './requests.js';

type Deps = Pick<StaffDeps, 'db' | 'config' | 'accessLog'>;

/**
 * GET /api/v1/support/reviews/:id: one case with the provider calls and their evidence. The access is in the audit log
 * before anything is shown.
 */
export function getReview(deps: Deps): RequestHandler {
  const { db, config } = deps;
  return async (req, res) => {
    const { review, deskCase } = await findCase(deps, requestedId(req));
    const [report, calls, notes, writeOff] = await Promise.all([
      loadReport(db, review.client_id, review.id),
      loadCalls(db, review.id),
      loadNotes(db, review.id),
      loadWriteOff(db, review.id),
    ]);
    const around = await loadAround(db, review.id, calls);
    if (report === undefined) throw notFound();
    const target = toPublicId('verification', review.id);
    await db.transaction((sql) =>
      appendAudit(sql, { ...auditActor(req, res), action: 'review.viewed', target }),
    );
    await recordAccess(deps, req, res, {
      clientId: review.client_id,
      act: 'case',
      verificationId: review.id,
    });
    const rows = { review, report, calls, notes, writeOff, around };
    res.json(presentReviewDetail(rows, deskCase, config.encryptionKeys));
  };
}

/**
 * POST /api/v1/support/reviews/:id/reveal-subject: the unmasked subject, for asking the provider about it; with
 * `include_answers` also the provider's answers, as received. They may be about someone else, so they are requested,
 * and audited, separately.
 */
export function revealSubject(deps: Deps): RequestHandler {
  return async (req, res) => {
    const id = requestedId(req);
    const { include_answers: answersIncluded } = validateRequest(RevealBody, req);
    const { review, deskCase } = await findCase(deps, id);
    const calls = answersIncluded === true ? await loadCalls(deps.db, id) : undefined;
    const target = toPublicId('verification', id);
    await deps.db.transaction((sql) =>
      appendAudit(sql, {
        ...auditActor(req, res),
        action: 'review.subject_revealed',
        target,
        ...(calls !== undefined && { details: { answers_included: true } }),
      }),
    );
    await recordAccess(deps, req, res, { clientId: review.client_id, act: 'reveal', verificationId: id });
    const { subject, parameters } = deskCase;
    const answers = calls?.flatMap((call) => revealAnswer(call, deskCase));
    res.json({
      request_id: target,
      subject,
      parameters,
      ...(answers !== undefined && { answers }),
    } satisfies WireRevealedSubject);
  };
}

function revealAnswer(call: CallRow, { sealed }: DeskCase): WireRevealedAnswer[] {
  if (call.answer_sealed === null) return [];
  const { service_code, started_at } = call;
  const answer = openAnswer(sealed.answer(call.id, call.answer_sealed));
  return [{ service_code, started_at: started_at.toISOString(), answer }];
}

/**
 * Finds a case that is or was on the desk. Throws 404 for any other verification, which support may not see.
 */
export async function findCase(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  id: string,
): Promise<{ review: ReviewRow; deskCase: DeskCase }> {
  const review = await loadReview(db, id);
  const [deskCase] = review === undefined ? [] : await openDeskCases(db, config.encryptionKeys, [id]);
  if (review === undefined || deskCase === undefined) throw notFound();
  return { review, deskCase };
}
