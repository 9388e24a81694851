import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { ShortId } from '../../lib/ui/short-id.js';
import { groundsOf, proposalWords, STATE_WORDS } from './words.js';

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
  decline: { title: 'Decline this?', action: 'Decline', effect: 'Nothing is done then.' },
  withdraw: {
    title: 'Withdraw this?',
    action: 'Withdraw',
    effect: 'Nobody can approve it any more; it can be proposed again.',
  },
} as const;

/**
 * Asks for confirmation: an approval performs the act at once. A fresh proof of identity is requested in place if
 * needed.
 */
export function DecisionDialog({ deciding: { approval, how }, onClose }: DecisionDialogProps) {
  const queryClient = useQueryClient();
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
    onSuccess: ({ state, failure }) => {
      notifications.show({
        title: STATE_WORDS[state].word,
        message: failure ?? proposalWords(approval),
        ...(state === 'failed' && { color: 'red' }),
      });
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/admin/approvals'] }),
  });
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
      <p>
        {/* Names are not unique. */}
        {approval.client_name} <ShortId id={approval.client_id} />
      </p>
      <p>
        {how !== 'withdraw' && `Proposed by ${approval.proposed_by_email}: `}
        {`${groundsOf(approval)}. ${effect}`}
      </p>
    </ConfirmDialog>
  );
}

interface DecisionDialogProps {
  deciding: Deciding;
  onClose: () => void;
}
