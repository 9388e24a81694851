import type { RequestHandler } from 'express';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { identityOf } from '../http/context.js';
import { loadApproval } from './load-approvals.js';
import { presenterFor } from './present-approval.js';
import { requestedApproval } from './requested-approval.js';

/** GET /api/v1/admin/approvals/{id}: what has become of a proposal. */
export function getApproval({ db }: Pick<StaffDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const row = await loadApproval(db, requestedApproval(req));
    if (row === undefined) throw notFound();
    res.json(presenterFor(identityOf(res).role)(row));
  };
}
