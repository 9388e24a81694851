import type { RequestHandler } from 'express';
import { staffFileRecorder } from '../access-log/record-staff-file.js';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';
import { type ListDeps, listSender } from '../http/list.js';
import { formatPosition } from '../verifications/history-position.js';
import { loadReviews, type ReviewRow } from './load-reviews.js';
import { presentReview, REVIEWS_CSV } from './present-review.js';
import { REVIEWS_SCOPE, readReviewsQuery } from './reviews-query.js';

/** GET /api/v1/support/reviews: the verifications under review, oldest first, as JSON or CSV (contract 6). */
export function listReviews(deps: ListDeps & Pick<ApiDeps, 'accessLog'>): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { page, filters } = readReviewsQuery(req.query, deps.config.indexKey);
    const reviewerId = userOf(res).id;
    const record = staffFileRecorder(deps, req, res);
    await sendList(req, res, page, {
      whose: 'staff',
      scope: REVIEWS_SCOPE,
      load: async (sql, wanted) => {
        const rows = await loadReviews(sql, wanted, filters, reviewerId);
        // Without the one that only says whether there are more.
        await record(rows.slice(0, wanted.limit));
        return rows;
      },
      positionOf: formatPosition,
      present: (row: ReviewRow) => presentReview(row, deps.config.encryptionKeys),
      csv: REVIEWS_CSV,
    });
  };
}
