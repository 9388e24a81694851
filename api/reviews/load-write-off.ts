import type { RequeuePayload } from '../../shared/approvals/proposals.js';
import type { Sql } from '../../shared/db/database.js';
import type { Approval } from '../../shared/db/entities/approval.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { type ApprovalRow, loadApproval } from '../approvals/load-approvals.js';

/** A proposal to write off the calls of a case; of a decided one, the payload is gone. */
export type WriteOffRow = ApprovalRow & { payload: RequeuePayload | null };

/**
 * Reads the open proposal to write off the calls of a case, or else the newest. Ids do not tell: processes' clocks
 * differ.
 */
export async function loadWriteOff(sql: Sql, verificationId: string): Promise<WriteOffRow | undefined> {
  const [newest] = await sql.query<RowOf<Approval, 'id'> & Pick<WriteOffRow, 'payload'>>(
    `SELECT id, payload FROM approvals WHERE request_id = $1 ORDER BY state = 'open' DESC, proposed_at DESC LIMIT 1`,
    [verificationId],
  );
  const row = newest && (await loadApproval(sql, newest.id));
  // Decided in between: what was read of it first is as old as the page that shows it.
  return row && { ...row, payload: row.state === 'open' ? newest.payload : null };
}
