import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import { Person } from '../../lib/ui/person.js';
import { ShortId } from '../../lib/ui/short-id.js';
import text from '../../lib/ui/text.module.css';
import { ApprovalState } from './approval-state.js';
import classes from './approvals.module.css';
import type { Deciding } from './decision-dialog.js';
import { groundsOf, proposalWords } from './words.js';

interface ApprovalColumns {
  /** The viewer, who cannot approve their own proposals. */
  ownId: string;
  /** Absent for viewers who may not decide. */
  onDecide?: (deciding: Deciding) => void;
}

/** The columns of the list of proposals. */
export function approvalColumns({ ownId, onDecide }: ApprovalColumns): readonly Column<WireApproval>[] {
  return [
    {
      header: 'Proposed',
      phone: 'below',
      cell: ({ proposed_at, proposed_by_name, proposed_by_email }) => (
        <>
          <Person name={proposed_by_name} email={proposed_by_email} />
          <Moment iso={proposed_at} />
        </>
      ),
    },
    { header: 'What', phone: 'title', cell: (approval) => <What approval={approval} /> },
    {
      header: 'State',
      phone: 'line',
      cell: (approval) => <ApprovalState approval={approval} />,
    },
    ...(onDecide === undefined
      ? []
      : [
          {
            header: 'Decide',
            end: true,
            phone: 'acts' as const,
            cell: (approval: WireApproval) => (
              <Buttons approval={approval} own={approval.proposed_by === ownId} onDecide={onDecide} />
            ),
          },
        ]),
  ];
}

function What({ approval }: { approval: WireApproval }) {
  const { client_id, client_name, request_id } = approval;
  return (
    <span className={classes.what}>
      <span className={classes.act}>{proposalWords(approval)}</span>
      <span>
        <Link to="/clients/$clientId" params={{ clientId: client_id }} className={text.link ?? ''}>
          {client_name}
        </Link>{' '}
        <ShortId id={client_id} />
        {request_id !== null && (
          <>
            {' · '}
            <ShortId id={request_id} />
          </>
        )}
      </span>
      <span className={text.muted}>{groundsOf(approval)}</span>
    </span>
  );
}

interface ButtonsProps {
  approval: WireApproval;
  own: boolean;
  onDecide: (deciding: Deciding) => void;
}

function Buttons({ approval, own, onDecide }: ButtonsProps) {
  if (approval.state !== 'open') return null;
  const what = proposalWords(approval);
  return (
    <span className={classes.acts}>
      {!own && (
        <Button
          size="compact-sm"
          aria-label={`Approve: ${what}`}
          onClick={() => onDecide({ approval, how: 'approve' })}
        >
          Approve
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${own ? 'Withdraw' : 'Decline'}: ${what}`}
        onClick={() => onDecide({ approval, how: own ? 'withdraw' : 'decline' })}
      >
        {own ? 'Withdraw' : 'Decline'}
      </Button>
    </span>
  );
}
