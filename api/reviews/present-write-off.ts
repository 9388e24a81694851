import type { RequeuePayload } from '../../shared/approvals/proposals.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { areSameCalls, type KnownCall, nameCalls } from '../../shared/reviews/known-calls.js';
import type { WireWriteOffProposal } from '../../shared/wire/review.js';
import type { DeskCase } from './desk-case.js';
import type { WriteOffRow } from './load-write-off.js';
import { presentStaffMember } from './present-review.js';

/**
 * What was proposed, for the desk; `calls` are those that sending the case back would write off now, none once it is
 * decided.
 */
export function presentWriteOff(
  row: WriteOffRow,
  { sealed }: DeskCase,
  calls: readonly KnownCall[],
): WireWriteOffProposal {
  const { id, payload, state, summary, proposed_at, decided_at, failure } = row;
  return {
    approval_id: toPublicId('approval', id),
    state,
    proposed_by: presentStaffMember({
      id: row.proposed_by,
      email: row.proposed_by_email,
      name: row.proposed_by_name,
    }),
    proposed_at: proposed_at.toISOString(),
    provider_document: summary.provider_document ?? null,
    note: payload && openNote(payload, sealed),
    // Proposals of releases before this one do not name their calls.
    outdated:
      state === 'open' && (calls.length === 0 || !areSameCalls(calls, payload?.calls ?? nameCalls(calls))),
    decided_by: presentStaffMember({
      id: row.decided_by,
      email: row.decided_by_email,
      name: row.decided_by_name,
    }),
    decided_at: decided_at?.toISOString() ?? null,
    failure,
  };
}

/** The proposer's reason. */
export function openNote({ note }: RequeuePayload, sealed: DeskCase['sealed']): string {
  return sealed.note(note.id, Buffer.from(note.sealed, 'base64'));
}
