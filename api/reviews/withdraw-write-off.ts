import type { RequestHandler } from 'express';
import { decideAs, sendApproval } from '../approvals/approve-or-decline.js';
import type { StaffDeps } from '../deps.js';
import { conflict } from '../errors/catalogue.js';
import { userOf } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { requestedId } from '../verifications/requested-id.js';
import { loadWriteOff } from './load-write-off.js';
import { findCase } from './read-case.js';

/**
 * POST /api/v1/support/reviews/:id/withdraw-write-off: takes back one's own proposal, so that it can be made in other
 * words. Support has no access to the list of proposals, where administrators withdraw theirs.
 */
export function withdrawWriteOff(deps: Pick<StaffDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const id = requestedId(req);
    validateRequest(NoFields, req);
    await findCase(deps, id);
    const standing = await loadWriteOff(deps.db, id);
    if (standing?.state !== 'open') {
      throw conflict('No write-off of this case waits for approval. Load it again to see its current state.');
    }
    if (standing.proposed_by !== userOf(res).id) {
      throw conflict(
        'A colleague proposed this write-off. Only they can withdraw it, and an administrator can decline it.',
      );
    }
    await decideAs(deps, standing.id, req, res);
    await sendApproval(deps, standing.id, res);
  };
}
