import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';
import type { ListDeps } from '../http/list.js';
import { deskListSender } from './desk-list-sender.js';
import { loadReviews } from './load-reviews.js';
import { presentReview, REVIEWS_CSV } from './present-review.js';
import { REVIEWS_SCOPE, readReviewsQuery } from './reviews-query.js';

/** GET /api/v1/support/reviews: the verifications under review, oldest first, as JSON or CSV (contract 6). */
export function listReviews(deps: ListDeps & Pick<ApiDeps, 'accessLog'>): RequestHandler {
  const sendList = deskListSender(deps);
  return async (req, res) => {
    const { page, filters } = readReviewsQuery(req.query, deps.config.indexKey);
    const reviewerId = userOf(res).id;
    await sendList(req, res, page, {
      scope: REVIEWS_SCOPE,
      load: (sql, wanted) => loadReviews(sql, wanted, filters, reviewerId),
      present: (row) => presentReview(row, deps.config.encryptionKeys),
      csv: REVIEWS_CSV,
    });
  };
}
