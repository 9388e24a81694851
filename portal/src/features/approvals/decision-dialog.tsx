import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { Facts } from '../../lib/ui/facts.js';
import { Person } from '../../lib/ui/person.js';
import { ShortId } from '../../lib/ui/short-id.js';
import { DecidedDialog } from './decided-dialog.js';
import { useDecided } from './use-decided.js';
import { failureWords, groundsOf, proposalWords, stateOf } from './words.js';

/** A proposal that is being decided. */
export interface Deciding {
  approval: WireApproval;
  /** Whoever proposed something can only withdraw it, which for the API is declining it. */
  how: 'approve' | 'decline' | 'withdraw';
}

const WORDS = {
  approve: {
    title: 'Approve this?',
    action: 'Approve',
    effect: 'It is done at once, and the audit log keeps both names.',
  },
  decline: {
    title: 'Decline this?',
    action: 'Decline',
    effect: 'Nothing changes; it can be proposed again.',
  },
  withdraw: {
    title: 'Withdraw this?',
    action: 'Withdraw',
    effect: 'It can no longer be approved; it can be proposed again.',
  },
} as const;

/**
 * Asks for confirmation: an approval performs the act at once. A fresh proof of identity is requested in place if
 * needed.
 */
export function DecisionDialog({ deciding, onClose }: DecisionDialogProps) {
  const queryClient = useQueryClient();
  const { approval, how } = deciding;
  const approves = how === 'approve';
  const { title, action, effect } = WORDS[how];
  const decision = useMutation({
    mutationFn: () =>
      request<WireApproval>(
        `/admin/approvals/${encodeURIComponent(approval.approval_id)}/${approves ? 'approve' : 'decline'}`,
        {
          method: 'POST',
        },
      ),
    onSuccess: (decided) => {
      const { state, failure } = decided;
      notifications.show({
        title: stateOf(decided).word,
        message: failure === null ? proposalWords(approval) : failureWords(failure),
        ...(state === 'failed' && { color: 'red' }),
      });
      onClose();
    },
    // What was approved has changed a client, whose page may have been looked at a moment ago.
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const decided = useDecided(approval.approval_id, decision.isError);
  if (decided !== undefined) return <DecidedDialog approval={decided} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      title={title}
      action={action}
      dangerous={approves && approval.act === 'erasure'}
      busy={decision.isPending}
      error={decision.error}
      onConfirm={() => decision.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>{proposalWords(approval)}</strong>
      </p>
      <Facts items={factsOf(deciding)} />
      <p>{effect}</p>
    </ConfirmDialog>
  );
}

function factsOf({ approval, how }: Deciding): readonly (readonly [string, ReactNode])[] {
  const { client_name, client_id, request_id, proposed_by_name, proposed_by_email } = approval;
  return [
    [
      'Client',
      // Names are not unique.
      <span key="client">
        {client_name} <ShortId id={client_id} />
      </span>,
    ],
    ['Case', request_id === null ? undefined : <ShortId key="case" id={request_id} />],
    ['Reason', groundsOf(approval)],
    [
      'Proposed by',
      how === 'withdraw' ? undefined : <Person key="by" name={proposed_by_name} email={proposed_by_email} />,
    ],
  ];
}

interface DecisionDialogProps {
  deciding: Deciding;
  onClose: () => void;
}
