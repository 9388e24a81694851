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
  how: 'approve' | 'decline';
}

/**
 * Asks for confirmation: an approval performs the act at once. A fresh proof of identity is requested in place if
 * needed.
 */
export function DecisionDialog({ deciding: { approval, how }, onClose }: DecisionDialogProps) {
  const queryClient = useQueryClient();
  const decision = useMutation({
    mutationFn: () =>
      request<WireApproval>(`/admin/approvals/${encodeURIComponent(approval.approval_id)}/${how}`, {
        method: 'POST',
      }),
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
  const approves = how === 'approve';
  return (
    <ConfirmDialog
      opened
      title={approves ? 'Approve this?' : 'Decline this?'}
      action={approves ? 'Approve' : 'Decline'}
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
        {`Proposed by ${approval.proposed_by_email}: ${groundsOf(approval)}. `}
        {approves ? 'It is done at once, and the audit log keeps both names.' : 'Nothing is done then.'}
      </p>
    </ConfirmDialog>
  );
}

interface DecisionDialogProps {
  deciding: Deciding;
  onClose: () => void;
}
