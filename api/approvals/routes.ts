import type { RequestHandler, Router } from 'express';
import { APPROVAL_STATES, type ApprovalState } from '../../shared/domain/approvals.js';
import { type ApiDeps, forStaff } from '../deps.js';
import type { CursorScope } from '../http/cursor.js';
import { type ListDeps, listSender } from '../http/list.js';
import { readPageRequest } from '../http/page.js';
import { parsedBy, Query } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseOptionalBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import { approve, decline } from './decide-approval.js';
import { loadApprovals } from './load-approvals.js';
import { APPROVALS_CSV, presentApproval } from './present-approval.js';

const APPROVALS = '/api/v1/admin/approvals';
const SCOPE: CursorScope = { list: 'approvals', clientId: '' };

/** What takes two people: proposed by one of staff, approved by another admin (contract 11). */
export function approvalRoutes(router: Router, deps: ApiDeps): void {
  const decide = [authenticate(deps), allow('decide_approvals')];
  const staff = forStaff(deps);
  resource(router, APPROVALS, { get: [authenticate(deps), allow('read_approvals'), listApprovals(deps)] });
  resource(router, `${APPROVALS}/:id/approve`, {
    post: [...decide, stepUp(deps), parseOptionalBody, approve(staff)],
  });
  resource(router, `${APPROVALS}/:id/decline`, { post: [...decide, parseOptionalBody, decline(staff)] });
}

/** GET /api/v1/admin/approvals: the proposals, newest first. */
function listApprovals(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const query = new Query(req.query);
    const page = readPageRequest(query, deps.config.indexKey, SCOPE);
    const state = query.optional('state', readState);
    query.finish();
    await sendList(req, res, page, {
      whose: 'staff',
      scope: SCOPE,
      load: (sql, wanted) => loadApprovals(sql, wanted, state),
      positionOf: ({ id }) => id,
      present: presentApproval,
      csv: APPROVALS_CSV,
    });
  };
}

const readState = parsedBy(
  (text): ApprovalState | undefined => APPROVAL_STATES.find((state) => state === text),
  'invalid_choice',
  `Must be one of ${APPROVAL_STATES.join(', ')}.`,
);
