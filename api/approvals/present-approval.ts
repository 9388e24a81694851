import { type Actor, mayDo } from '../../shared/domain/access.js';
import { endOfProposal } from '../../shared/domain/approvals.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { WireApproval } from '../../shared/wire/approval.js';
import type { CsvForm } from '../http/csv.js';
import type { ApprovalRow } from './load-approvals.js';

/** A proposal as staff see it (contract 11). */
export function presentApproval(row: ApprovalRow): WireApproval {
  return {
    approval_id: toPublicId('approval', row.id),
    act: row.act,
    state: row.state,
    client_id: toPublicId('client', row.client_id),
    client_name: row.client_name,
    request_id: row.request_id === null ? null : toPublicId('verification', row.request_id),
    summary: row.summary,
    proposed_by: toPublicId('user', row.proposed_by),
    proposed_by_email: row.proposed_by_email,
    proposed_by_name: row.proposed_by_name,
    proposed_at: row.proposed_at.toISOString(),
    expires_at: endOfProposal(row.proposed_at).toISOString(),
    decided_by: row.decided_by === null ? null : toPublicId('user', row.decided_by),
    decided_by_email: row.decided_by_email,
    decided_by_name: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    failure: row.failure,
  };
}

/**
 * A proposal for staff who do not decide: an auditor sees no personal data, and so not even the end of the subject that
 * the approver goes by.
 */
function presentToReader({ summary, ...row }: ApprovalRow): WireApproval {
  const { searched_for: _, ...others } = summary;
  return presentApproval({ ...row, summary: others });
}

/** How a proposal is shown to staff of this role. */
export function presenterFor(role: Actor): (row: ApprovalRow) => WireApproval {
  return mayDo(role, 'decide_approvals') ? presentApproval : presentToReader;
}

/** The proposals as a file. */
export const APPROVALS_CSV: CsvForm<WireApproval> = {
  name: 'approvals',
  columns: {
    approval_id: ({ approval_id }) => approval_id,
    act: ({ act }) => act,
    state: ({ state }) => state,
    client_id: ({ client_id }) => client_id,
    request_id: ({ request_id }) => request_id,
    summary: ({ summary }) => JSON.stringify(summary),
    proposed_by: ({ proposed_by }) => proposed_by,
    proposed_at: ({ proposed_at }) => proposed_at,
    decided_by: ({ decided_by }) => decided_by,
    decided_at: ({ decided_at }) => decided_at,
    failure: ({ failure }) => failure,
    client_name: ({ client_name }) => client_name,
    proposed_by_email: ({ proposed_by_email }) => proposed_by_email,
    proposed_by_name: ({ proposed_by_name }) => proposed_by_name,
    decided_by_email: ({ decided_by_email }) => decided_by_email,
    decided_by_name: ({ decided_by_name }) => decided_by_name,
    expires_at: ({ expires_at }) => expires_at,
  },
};
