import { Button, Modal } from '@mantine/core';
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
  return (
    <Modal opened onClose={onClose} title="This has been decided">
      <div className={form.stack}>
        <Notice tone="warn" alert>
          A proposal is decided once, and this is what stands.
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
