import type { Request, Response } from 'express';
import { type Proposal, propose } from '../../shared/approvals/propose.js';
import type { Sql } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import type { StaffDeps } from '../deps.js';
import { auditActor, userOf } from '../http/context.js';
import { type ApprovalRow, loadApproval } from './load-approvals.js';
import { presentApproval } from './present-approval.js';

interface ProposeOptions {
  /** Done first in the transaction that writes it down; throws when it may not be. */
  before?(sql: Sql): Promise<void>;
  /** Throws what is to be said of a proposal that stands in its place. */
  judge?(standing: ApprovalRow): void;
}

/**
 * Writes down what the caller proposes, and answers 202 with it: another person has to approve (contract 11). Where a
 * proposal stands in its place, that one is answered.
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
    await before?.(sql);
    const standing = await propose(
      sql,
      { ...proposal, id, proposedBy: userOf(res).id },
      auditActor(req, res),
    );
    return loadApproval(sql, standing);
  });
  if (row === undefined) throw new Error('Bug: a proposal that was written is not there');
  judge?.(row);
  res.status(202).json(presentApproval(row));
}
