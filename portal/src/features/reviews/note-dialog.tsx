import { Button, Group, Modal, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { longestInput } from '../../lib/longest-input.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { useFocusBack } from '../../lib/ui/use-focus-back.js';
import { useStayWhile } from '../../lib/ui/use-stay-while.js';
import { DECISION_DRAFTS, type DecisionDraft, EMPTY_DECISION, quickDraftOf } from './decision-draft.js';
import { type ReviewAction, useReviewAction } from './use-review-action.js';

interface NoteDialogProps {
  requestId: string;
  draft: DecisionDraft;
  onDraft: (draft: DecisionDraft) => void;
  title: string;
  /** The verb on the button. */
  action: string;
  /** What will happen to the credits and the client. */
  consequence: string;
  /** Further inputs. */
  children?: ReactNode;
  /** Whether those inputs are not filled in yet. */
  incomplete?: boolean;
  toRequest: (note: string) => ReviewAction;
  onClose: () => void;
}

/** Asks for the reason of a decision and says what the decision does. */
export function NoteDialog(props: NoteDialogProps) {
  const { requestId, draft, onDraft, title, action, consequence, children, incomplete = false } = props;
  const { toRequest, onClose } = props;
  const { note } = draft;
  useFocusBack();
  const mutation = useReviewAction(requestId, () => {
    onDraft(EMPTY_DECISION);
    DECISION_DRAFTS.delete(quickDraftOf(requestId));
  });
  const stay = useStayWhile(mutation.isPending, onClose);
  return (
    <Modal opened {...stay} title={title}>
      <form
        className={form.stack}
        onSubmit={(event) => {
          event.preventDefault();
          mutation.mutate(toRequest(note.trim()), { onSuccess: onClose });
        }}
      >
        <Notice tone="warn">{consequence}</Notice>
        {children}
        <Textarea
          data-autofocus
          label="Why"
          description="For colleagues and the audit log; the client does not see it."
          rows={2}
          maxLength={longestInput(2_000)}
          required
          value={note}
          onChange={({ currentTarget }) => onDraft({ ...draft, note: currentTarget.value })}
        />
        <FailureNotice error={mutation.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={mutation.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={incomplete || note.trim() === ''} loading={mutation.isPending}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
