import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';
import { sealCursor } from '../http/cursor.js';
import { sendPage, toPage } from '../http/page.js';
import { formatPosition } from '../verifications/history-position.js';
import { loadReviews } from './load-reviews.js';
import { presentReview, REVIEWS_CSV } from './present-review.js';
import { REVIEWS_SCOPE, readReviewsQuery } from './reviews-query.js';

/** GET /api/v1/support/reviews: the verifications under review, oldest first, as JSON or CSV (contract 6). */
export function listReviews({
  db,
  config: { indexKey, publicUrl },
}: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const { page, filters } = readReviewsQuery(req.query, indexKey);
    const rows = await loadReviews(db, page, filters, userOf(res).id);
    const reviews = toPage(rows, page.limit, presentReview, (row) =>
      sealCursor(indexKey, REVIEWS_SCOPE, formatPosition(row)),
    );
    sendPage(req, res, reviews, { csv: REVIEWS_CSV, baseUrl: publicUrl ?? '' });
  };
}
