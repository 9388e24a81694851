import type { Sql } from '../../shared/db/database.js';
import type { Approval } from '../../shared/db/entities/approval.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { ApprovalState, ApprovalSummary } from '../../shared/domain/approvals.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';

export interface ApprovalRow
  extends RowOf<
    Approval,
    | 'id'
    | 'act'
    | 'state'
    | 'client_id'
    | 'request_id'
    | 'proposed_by'
    | 'proposed_at'
    | 'decided_by'
    | 'decided_at'
    | 'failure'
  > {
  client_name: string;
  summary: ApprovalSummary;
  proposed_by_email: string;
  proposed_by_name: string | null;
  decided_by_email: string | null;
  decided_by_name: string | null;
}

const SELECT = `SELECT a.id, a.act, a.state, a.client_id, c.name AS client_name, a.request_id, a.summary, a.proposed_by,
  proposer.email AS proposed_by_email, proposer.name AS proposed_by_name, a.proposed_at, a.decided_by,
  decider.email AS decided_by_email, decider.name AS decided_by_name, a.decided_at, a.failure
  FROM approvals AS a JOIN users AS proposer ON proposer.id = a.proposed_by
  LEFT JOIN users AS decider ON decider.id = a.decided_by JOIN clients AS c ON c.id = a.client_id`;

/** Which proposals to list; undefined filters do not apply. */
export interface ApprovalFilters {
  state: ApprovalState | undefined;
  clientId: string | undefined;
}

/** Reads one proposal more than fits the page, newest first: ids grow with time. */
export function loadApprovals(
  sql: Sql,
  { limit, after }: PageRequest,
  { state, clientId }: ApprovalFilters,
): Promise<ApprovalRow[]> {
  const where = new Conditions()
    .add('true')
    .addIfGiven('a.state = ?', state)
    .addIfGiven('a.client_id = ?', clientId)
    .addIfGiven('a.id < ?', after);
  return sql.query<ApprovalRow>(
    `${SELECT} WHERE ${where} ORDER BY a.id DESC LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}

/** Reads one proposal; undefined if there is none. */
export async function loadApproval(sql: Sql, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await sql.query<ApprovalRow>(`${SELECT} WHERE a.id = $1`, [id]);
  return row;
}
