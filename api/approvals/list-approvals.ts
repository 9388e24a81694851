import type { RequestHandler } from 'express';
import { APPROVAL_STATES, type ApprovalState } from '../../shared/domain/approvals.js';
import { identityOf } from '../http/context.js';
import type { CursorScope } from '../http/cursor.js';
import { type ListDeps, listSender } from '../http/list.js';
import { readListQuery } from '../http/page.js';
import { parsedBy } from '../http/query.js';
import { readClientId } from '../reviews/reviews-query.js';
import { loadApprovals } from './load-approvals.js';
import { APPROVALS_CSV, presenterFor } from './present-approval.js';

const SCOPE: CursorScope = { list: 'approvals', clientId: '' };

/** GET /api/v1/admin/approvals: the proposals, newest first. */
export function listApprovals(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { page, filters } = readListQuery(req.query, deps.config.indexKey, SCOPE, (query) => ({
      state: query.optional('state', readState),
      clientId: query.optional('client_id', readClientId),
    }));
    await sendList(req, res, page, {
      whose: 'staff',
      scope: SCOPE,
      load: (sql, wanted) => loadApprovals(sql, wanted, filters),
      positionOf: ({ id }) => id,
      present: presenterFor(identityOf(res).role),
      csv: APPROVALS_CSV,
    });
  };
}

const readState = parsedBy(
  (text): ApprovalState | undefined => APPROVAL_STATES.find((state) => state === text),
  'invalid_choice',
  `Must be one of ${APPROVAL_STATES.join(', ')}.`,
);
