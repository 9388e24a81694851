import type { Sql } from '../../shared/db/database.js';
import type { ApprovalAct, ApprovalState, ApprovalSummary } from '../../shared/domain/approvals.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';

export interface ApprovalRow {
  id: string;
  act: ApprovalAct;
  state: ApprovalState;
  client_id: string;
  client_name: string;
  request_id: string | null;
  summary: ApprovalSummary;
  proposed_by: string;
  proposed_by_email: string;
  proposed_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  failure: string | null;
}

const SELECT = `SELECT a.id, a.act, a.state, a.client_id, c.name AS client_name, a.request_id, a.summary, a.proposed_by,
  u.email AS proposed_by_email, a.proposed_at, a.decided_by, a.decided_at, a.failure
  FROM approvals AS a JOIN users AS u ON u.id = a.proposed_by JOIN clients AS c ON c.id = a.client_id`;

/** Reads one proposal more than the page holds, newest first: ids grow with time. */
export function loadApprovals(
  sql: Sql,
  { limit, after }: PageRequest,
  state: ApprovalState | undefined,
): Promise<ApprovalRow[]> {
  const where = new Conditions().add('true').addIfGiven('a.state = ?', state).addIfGiven('a.id < ?', after);
  return sql.query<ApprovalRow>(
    `${SELECT} WHERE ${where} ORDER BY a.id DESC LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}

/** Reads one proposal, or undefined when there is none. */
export async function loadApproval(sql: Sql, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await sql.query<ApprovalRow>(`${SELECT} WHERE a.id = $1`, [id]);
  return row;
}
