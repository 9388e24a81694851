import type { Request, Router } from 'express';
import { type ApiDeps, forStaff } from '../deps.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import { addNote } from './add-note.js';
import { applyLate, resolve } from './decide-case.js';
import { listReviews } from './list-reviews.js';
import { getReview, revealSubject } from './read-case.js';
import { requeueMany } from './requeue-many.js';
import { giveBack, take, takeNext } from './take-reviews.js';

const REVIEWS = '/api/v1/support/reviews';

/** The review desk (contract 6): for support only, and everything that is done there is in the audit log. */
export function reviewRoutes(router: Router, deps: ApiDeps): void {
  const support = [authenticate(deps), allow('work_reviews')];
  const staff = forStaff(deps);
  resource(router, REVIEWS, { get: [...support, listReviews(deps)] });
  resource(router, `${REVIEWS}/take-next`, { post: [...support, parseOptionalBody, takeNext(staff)] });
  resource(router, `${REVIEWS}/requeue`, { post: [...support, parseBody, requeueMany(staff)] });
  resource(router, `${REVIEWS}/:id`, { get: [...support, getReview(staff)] });
  resource(router, `${REVIEWS}/:id/take`, { post: [...support, parseOptionalBody, take(staff)] });
  resource(router, `${REVIEWS}/:id/give-back`, { post: [...support, parseOptionalBody, giveBack(staff)] });
  resource(router, `${REVIEWS}/:id/reveal-subject`, {
    post: [...support, stepUp(deps), parseOptionalBody, revealSubject(staff)],
  });
  resource(router, `${REVIEWS}/:id/notes`, { post: [...support, parseBody, addNote(staff)] });
  resource(router, `${REVIEWS}/:id/resolution`, {
    post: [...support, parseBody, stepUp(deps, isWriteOff), resolve(staff)],
  });
  resource(router, `${REVIEWS}/:id/late-answer`, { post: [...support, parseOptionalBody, applyLate(staff)] });
}

/** Says that a call that may have been received is to be made again all the same. */
function isWriteOff(req: Request): boolean {
  return (req.body as { provider_confirmed_no_charge?: unknown }).provider_confirmed_no_charge === true;
}
