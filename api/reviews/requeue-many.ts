import type { RequestHandler } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { requeueReviews } from '../../shared/reviews/requeue-reviews.js';
import type { WireRequeued } from '../../shared/wire/review.js';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { validateRequest } from '../validation/validate-request.js';
import { newNote, openDeskCases } from './desk-case.js';
import { enqueueRequeued } from './enqueue-requeued.js';
import { refuseRequeue } from './refuse-review.js';
import { RequeueManyBody } from './requests.js';
import { reviewerOf } from './reviewer.js';

/**
 * POST /api/v1/support/reviews/requeue: sends many cases back at once, as after an outage. Only those certainly not
 * sent: the provider's confirmation is given case by case. All of them go back or none.
 */
export function requeueMany({
  db,
  config,
  checkQueue,
}: Pick<StaffDeps, 'db' | 'config' | 'checkQueue'>): RequestHandler {
  return async (req, res) => {
    const body = validateRequest(RequeueManyBody, req);
    const ids = body.request_ids.flatMap((id) => fromPublicId('verification', id) ?? []);
    const deskCases = await openDeskCases(db, config.encryptionKeys, ids);
    if (deskCases.length < ids.length) throw notFound();
    const cases = deskCases.map((deskCase) => ({
      verificationId: deskCase.id,
      note: newNote(deskCase, body.note),
    }));
    const result = await db.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: false }, reviewerOf(req, res)),
    );
    if (result.kind === 'refused') throw refuseRequeue(result.refusals);
    await enqueueRequeued(checkQueue, result.checkIds, res);
    res.json({ request_ids: body.request_ids } satisfies WireRequeued);
  };
}
