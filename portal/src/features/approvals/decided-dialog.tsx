import { Button, Modal } from '@mantine/core';
import { PROPOSAL_DAYS } from '../../../../shared/domain/approvals.js';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { ApprovalState } from './approval-state.js';
import { proposalWords } from './words.js';

interface DecidedDialogProps {
  approval: WireApproval;
  onClose: () => void;
}

/** Shown to whoever decides a proposal that has been decided: by somebody else, or by them, and the answer was lost. */
export function DecidedDialog({ approval, onClose }: DecidedDialogProps) {
  const expired = approval.state === 'expired';
  return (
    <Modal opened onClose={onClose} title={expired ? 'This has expired' : 'This has been decided'}>
      <div className={form.stack}>
        <Notice tone="warn" alert>
          {expired
            ? `Nobody decided it within ${PROPOSAL_DAYS} days, and nothing was done. It can be proposed again.`
            : 'A proposal is decided once, and this is what stands.'}
        </Notice>
        <p>
          <strong>{proposalWords(approval)}</strong>
        </p>
        <ApprovalState approval={approval} />
        <div className={form.acts}>
          <Button onClick={onClose} data-autofocus>
            Back to the list
          </Button>
        </div>
      </div>
    </Modal>
  );
}
