import { Button } from '@mantine/core';
import { useState } from 'react';
import { endOfProposal } from '../../../../shared/domain/approvals.js';
import type {
  WireReviewDetail,
  WireStaffMember,
  WireWriteOffProposal,
} from '../../../../shared/wire/review.js';
import { useAccount } from '../../lib/session/session.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { Facts } from '../../lib/ui/facts.js';
import form from '../../lib/ui/form.module.css';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import { failureWords } from '../approvals/words.js';
import { type StaffName, useNamesOnCase } from './staff-names.js';
import { useReviewAction } from './use-review-action.js';

/** The newest write-off that somebody proposed: what it waits for, or why nothing came of it. */
export function WriteOffProposal({ detail }: { detail: WireReviewDetail }) {
  const { write_off_proposal: proposal } = detail;
  const staffName = useNamesOnCase(detail);
  // What was approved is among the notes. A release before this one does not say anything.
  if (!proposal || proposal.state === 'approved') return null;
  if (proposal.state !== 'open' && detail.status !== 'manual_review') return null;
  return (
    <Panel title="Write-off">
      <div className={form.stack}>
        <State proposal={proposal} staffName={staffName} />
        <Facts
          items={[
            ['Proposed by', <Who key="by" person={proposal.proposed_by} staffName={staffName} />],
            ['When', <Moment key="at" iso={proposal.proposed_at} />],
            [
              'Can be approved until',
              proposal.state === 'open' ? <Moment key="until" iso={endOf(proposal)} /> : undefined,
            ],
            ['Provider’s document', proposal.provider_document ?? undefined],
            ['Why', proposal.note ?? undefined],
            [
              'Approval ID',
              <span key="id" className={text.mono}>
                {proposal.approval_id}
              </span>,
            ],
          ]}
        />
        {proposal.state === 'open' && <Withdraw requestId={detail.request_id} proposal={proposal} />}
      </div>
    </Panel>
  );
}

function endOf({ proposed_at }: WireWriteOffProposal): string {
  return endOfProposal(new Date(proposed_at)).toISOString();
}

interface StateProps {
  proposal: WireWriteOffProposal;
  staffName: StaffName;
}

function State({ proposal, staffName }: StateProps) {
  const { state, outdated, proposed_by, decided_by, decided_at, failure } = proposal;
  if (state === 'open') {
    return outdated ? (
      <Notice tone="warn" title="The proposed write-off no longer applies">
        The calls of the case have changed since, or the case has been decided. Nothing will be written off:
        it has to be withdrawn, or declined by an administrator, before another can be proposed.
      </Notice>
    ) : (
      <Notice tone="busy" title="A write-off waits for approval">
        An administrator has to approve it. Then the case goes back to the provider.
      </Notice>
    );
  }
  if (state === 'expired') {
    return (
      <Notice tone="plain" title="The write-off has expired">
        Nobody decided it in time, and nothing was written off. It can be proposed again.
      </Notice>
    );
  }
  const who = (
    <p>
      <Who person={decided_by} staffName={staffName} />
      {decided_at !== null && (
        <>
          , <Moment iso={decided_at} />
        </>
      )}
    </p>
  );
  if (failure !== null) {
    return (
      <Notice tone="bad" title="The write-off could not be done">
        <p>{failureWords(failure)}</p>
        {who}
      </Notice>
    );
  }
  const withdrawn = decided_by?.user_id === proposed_by?.user_id;
  return (
    <Notice tone="plain" title={withdrawn ? 'The write-off was withdrawn' : 'The write-off was declined'}>
      {who}
    </Notice>
  );
}

function Who({ person, staffName }: { person: WireStaffMember | null; staffName: StaffName }) {
  return person && <bdi title={person.email}>{staffName(person)}</bdi>;
}

/** For whoever proposed it: administrators decline a proposal where they approve it. */
function Withdraw({ requestId, proposal }: { requestId: string; proposal: WireWriteOffProposal }) {
  const { user_id } = useAccount();
  const [asking, setAsking] = useState(false);
  const action = useReviewAction(requestId, () => setAsking(false));
  if (proposal.proposed_by?.user_id !== user_id) return null;
  return (
    <div data-print="no">
      <Button variant="default" onClick={() => setAsking(true)}>
        Withdraw the proposal
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Withdraw this?"
        action="Withdraw"
        busy={action.isPending}
        error={action.error}
        onConfirm={() => action.mutate({ action: 'withdraw-write-off' })}
        onClose={() => {
          action.reset();
          setAsking(false);
        }}
      >
        <p>It can no longer be approved; it can be proposed again.</p>
      </ConfirmDialog>
    </div>
  );
}
