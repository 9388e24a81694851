import type { Request, RequestHandler, Response } from 'express';
import { afterCommit, readBack } from '../../shared/db/after-commit.js';
import { PROPOSAL_DAYS } from '../../shared/domain/approvals.js';
import { eraseAllMarked } from '../../shared/erasure/erase-subject.js';
import { reauthoriseLockedCaller } from '../auth/lock-own-account.js';
import type { StaffDeps } from '../deps.js';
import { type ApiError, conflict, notFound } from '../errors/catalogue.js';
import { auditActor, userOf } from '../http/context.js';
import { enqueueRequeued } from '../reviews/enqueue-requeued.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { type Decided, decideApproval } from './decide-approval.js';
import { loadApproval } from './load-approvals.js';
import { type Aftermath, perform } from './perform.js';
import { presentApproval } from './present-approval.js';
import { requestedApproval } from './requested-approval.js';

type Deps = Pick<StaffDeps, 'db' | 'redis' | 'checkQueue'>;

/** POST /api/v1/admin/approvals/{id}/approve: performs what another person has proposed. */
export function approve(deps: Deps): RequestHandler {
  return async (req, res) => {
    const id = requestedApproval(req);
    let after: Aftermath = { checkIds: [] };
    await decideAs(deps, id, req, res, (sql, proposal) =>
      perform(sql, proposal, deps, (what) => {
        after = what;
      }),
    );
    await enqueueRequeued(deps.checkQueue, after.checkIds, res);
    // If this is interrupted, a worker finds the rest by its marks.
    const { erasureId } = after;
    if (erasureId !== undefined) await afterCommit(() => eraseAllMarked(deps.db, erasureId));
    await sendApproval(deps, id, res);
  };
}

/** POST /api/v1/admin/approvals/{id}/decline: performs nothing; the proposer may withdraw a proposal this way, too. */
export function decline(deps: Deps): RequestHandler {
  return async (req, res) => {
    const id = requestedApproval(req);
    await decideAs(deps, id, req, res);
    await sendApproval(deps, id, res);
  };
}

/**
 * Locks the accounts of whoever decides and whoever proposed, in the order in which a change of administrators locks
 * them: in another, each could wait for the other.
 */
const LOCK_BOTH = `SELECT FROM users WHERE id = $1 OR id = (SELECT proposed_by FROM approvals WHERE id = $2)
  ORDER BY id FOR SHARE`;

/** Decides a proposal in the caller's name: `act` performs it, and without one it is declined. Throws 404 or 409. */
export async function decideAs(
  { db }: Pick<Deps, 'db'>,
  id: string,
  req: Request,
  res: Response,
  act?: Parameters<typeof decideApproval>[1]['perform'],
): Promise<void> {
  validateRequest(NoFields, req);
  const decision = {
    id,
    decidedBy: userOf(res).id,
    ...(act !== undefined && { perform: act }),
  };
  const decided = await db.transaction(async (sql) => {
    // Like whoever proposed it, whoever decides has to be one of two people at the moment it is carried out.
    await sql.query(LOCK_BOTH, [decision.decidedBy, decision.id]);
    await reauthoriseLockedCaller(sql, res);
    return decideApproval(sql, decision, auditActor(req, res));
  });
  const refusal = REFUSALS[decided]?.();
  if (refusal !== undefined) throw refusal;
}

const REFUSALS: Readonly<Partial<Record<Decided, () => ApiError>>> = {
  unknown: notFound,
  decided_before: () => conflict('This proposal has already been decided. Load it again to see by whom.'),
  expired: () =>
    conflict(
      `Nobody decided this proposal within ${PROPOSAL_DAYS} days, so it has expired, and nothing was carried out. If it is still wanted, propose it again.`,
    ),
  own_proposal: () => conflict('You proposed this yourself. Another person has to approve it.'),
};

/** Answers with what has become of a proposal. */
export async function sendApproval({ db }: Pick<Deps, 'db'>, id: string, res: Response): Promise<void> {
  const row = await readBack(db, (sql) => loadApproval(sql, id));
  if (row === undefined) throw notFound();
  res.json(presentApproval(row));
}
