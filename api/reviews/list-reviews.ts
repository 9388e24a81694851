import type { RequestHandler } from 'express';
import { userOf } from '../http/context.js';
import { type ListDeps, listSender } from '../http/list.js';
import { formatPosition } from '../verifications/history-position.js';
import { loadReviews } from './load-reviews.js';
import { presentReview, REVIEWS_CSV } from './present-review.js';
import { REVIEWS_SCOPE, readReviewsQuery } from './reviews-query.js';

/** GET /api/v1/support/reviews: the verifications under review, oldest first, as JSON or CSV (contract 6). */
export function listReviews(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { page, filters } = readReviewsQuery(req.query, deps.config.indexKey);
    const reviewerId = userOf(res).id;
    await sendList(req, res, page, {
      whose: 'staff',
      scope: REVIEWS_SCOPE,
      load: (sql, wanted) => loadReviews(sql, wanted, filters, reviewerId),
      positionOf: formatPosition,
      present: presentReview,
      csv: REVIEWS_CSV,
    });
  };
}
