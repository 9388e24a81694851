import { expireOverdue, recordExpired } from '../../shared/approvals/expire-proposals.js';
import type { Sql } from '../../shared/db/database.js';
import { movesFrom } from '../../shared/db/move.js';
import type { ApprovalAct, ApprovalFailure, ApprovalState } from '../../shared/domain/approvals.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';

/** A proposal that is being decided, locked. */
export interface OpenProposal {
  id: string;
  act: ApprovalAct;
  client_id: string;
  proposed_by: string;
  payload: Readonly<Record<string, unknown>>;
}

/** The result of a decision. */
export type Decided =
  | 'approved'
  | 'failed'
  | 'declined'
  | 'unknown'
  | 'decided_before'
  | 'own_proposal'
  | 'expired';

interface Decision {
  id: string;
  /** The user who decides. */
  decidedBy: string;
  /** Performs the act in the same transaction, or returns why it is no longer possible; undefined to decline. */
  perform?: (sql: Sql, proposal: OpenProposal) => Promise<ApprovalFailure | undefined>;
}

/**
 * Approves a proposal, which performs it in this very transaction, or declines it; both are recorded in the audit log.
 * Two people who decide at once queue on the row, and the second finds it decided. Nobody may approve their own
 * proposal; they may withdraw it. One that is overdue expires instead. Safe to retry after a lost commit.
 */
export async function decideApproval(
  sql: Sql,
  { id, decidedBy, perform }: Decision,
  by: Actor,
): Promise<Decided> {
  const [row] = await sql.query<OpenProposal & { state: ApprovalState; decided_by: string | null }>(
    `SELECT id, act, client_id, proposed_by, payload, state, decided_by FROM approvals WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (row === undefined) return 'unknown';
  // Only once the row is ours: whoever was expiring it may have given up.
  const expired = await expireOverdue(sql, new Date(), { id });
  await recordExpired(sql, expired);
  if (row.state === 'expired' || expired.length > 0) return 'expired';
  if (row.state !== 'open') {
    // Their own decision: committed but never confirmed to them, or sent twice.
    const same = row.decided_by === decidedBy && (row.state === 'declined') === (perform === undefined);
    return same ? row.state : 'decided_before';
  }
  if (perform !== undefined && row.proposed_by === decidedBy) return 'own_proposal';
  const failure = await perform?.(sql, row);
  const state = perform === undefined ? 'declined' : failure === undefined ? 'approved' : 'failed';
  await sql.query(
    `UPDATE approvals SET state = $2, decided_by = $3, decided_at = clock_timestamp(), failure = $4, payload = NULL,
       summary = summary - 'searched_for'
     WHERE id = $1 AND ${movesFrom('approvals', 'decide')}`,
    [id, state, decidedBy, failure ?? null],
  );
  await appendAudit(sql, {
    ...by,
    action: `approval.${state}`,
    target: toPublicId('approval', id),
    details: {
      act: row.act,
      client_id: toPublicId('client', row.client_id),
      proposed_by: toPublicId('user', row.proposed_by),
      ...(failure !== undefined && { failure }),
    },
  });
  return state;
}
