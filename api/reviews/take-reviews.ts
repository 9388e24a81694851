import type { RequestHandler, Response } from 'express';
import { readBack } from '../../shared/db/after-commit.js';
import { newId } from '../../shared/domain/ids.js';
import type { StaffDeps } from '../deps.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { requestedId } from '../verifications/requested-id.js';
import { loadReview } from './load-reviews.js';
import { presentReview } from './present-review.js';
import { refuseReview } from './refuse-review.js';
import { reviewerOf } from './reviewer.js';
import { giveBackReview, takeNextReview, takeReview } from './take-review.js';

type Deps = Pick<StaffDeps, 'db' | 'config'>;

/** POST /api/v1/support/reviews/take-next: takes the oldest free case; 204 if there is none. */
export function takeNext(deps: Deps): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const takeId = newId();
    const id = await deps.db.transaction((sql) => takeNextReview(sql, takeId, reviewerOf(req, res)));
    if (id === undefined) res.status(204).end();
    else await sendReview(deps, res, id);
  };
}

/** POST /api/v1/support/reviews/:id/take: takes this case, or extends the time with it. */
export function take(deps: Deps): RequestHandler {
  return async (req, res) => {
    const id = requestedId(req);
    validateRequest(NoFields, req);
    const takeId = newId();
    const result = await deps.db.transaction((sql) => takeReview(sql, id, takeId, reviewerOf(req, res)));
    if (result !== 'done') throw refuseReview(id, result);
    await sendReview(deps, res, id);
  };
}

/** POST /api/v1/support/reviews/:id/give-back: gives a case back before its time is over. */
export function giveBack(deps: Deps): RequestHandler {
  return async (req, res) => {
    const id = requestedId(req);
    validateRequest(NoFields, req);
    const result = await deps.db.transaction((sql) => giveBackReview(sql, id, reviewerOf(req, res)));
    if (result !== 'done') throw refuseReview(id, result);
    await sendReview(deps, res, id);
  };
}

async function sendReview({ db, config }: Deps, res: Response, id: string): Promise<void> {
  const review = await readBack(db, (sql) => loadReview(sql, id));
  // A colleague, or a late decision, may have ended the review since.
  if (review?.status !== 'manual_review') throw refuseReview(id, 'not_in_review');
  res.json(presentReview(review, config.encryptionKeys));
}
