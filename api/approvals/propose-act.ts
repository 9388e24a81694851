import type { Request, Response } from 'express';
import { type BeforeProposal, type Proposal, propose } from '../../shared/approvals/propose.js';
import { newId } from '../../shared/domain/ids.js';
import type { StaffDeps } from '../deps.js';
import { auditActor, userOf } from '../http/context.js';
import { type ApprovalRow, loadApproval } from './load-approvals.js';
import { presentApproval } from './present-approval.js';

interface ProposeOptions {
  /** Runs in the transaction that records the proposal. */
  before?: BeforeProposal;
  /** Throws if the proposal that already stands in its place is in the way; not asked where there is none. */
  judge?(standing: ApprovalRow): void | Promise<void>;
}

/**
 * Records what the caller proposes, and answers 202 with it: another person has to approve (contract 11). If the same
 * act is already proposed, that proposal is the answer, unless `judge` finds that it is another one.
 */
export async function proposeAct(
  { db }: Pick<StaffDeps, 'db'>,
  proposal: Omit<Proposal, 'id' | 'proposedBy'>,
  req: Request,
  res: Response,
  { before, judge }: ProposeOptions = {},
): Promise<void> {
  const id = newId();
  const row = await db.transaction(async (sql) => {
    const standing = await propose(
      sql,
      { ...proposal, id, proposedBy: userOf(res).id },
      auditActor(req, res),
      before,
    );
    return loadApproval(sql, standing);
  });
  if (row === undefined) throw new Error('Bug: a proposal that was written is not there');
  if (row.id !== id) await judge?.(row);
  res.status(202).json(presentApproval(row));
}
