import { NativeSelect, TextInput } from '@mantine/core';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { formatCredits } from '../../lib/format.js';
import { longestInput } from '../../lib/longest-input.js';
import type { DecisionDraft } from './decision-draft.js';
import { NoteDialog } from './note-dialog.js';

const OUTCOMES = [
  { value: '', label: 'Choose…' },
  { value: 'positive', label: 'Positive: the source confirms it' },
  { value: 'negative', label: 'Negative: the source does not confirm it' },
  { value: 'no_record', label: 'No record: the source holds nothing' },
];

interface CompleteDialogProps {
  detail: WireReviewDetail;
  draft: DecisionDraft;
  onDraft: (draft: DecisionDraft) => void;
  onClose: () => void;
}

/** Completes a case with what the reviewer found out. */
export function CompleteDialog({ detail, draft, onDraft, onClose }: CompleteDialogProps) {
  const { outcome, label } = draft;
  return (
    <NoteDialog
      requestId={detail.request_id}
      draft={draft}
      onDraft={onDraft}
      title="Complete this check?"
      action="Complete and charge"
      consequence={`${formatCredits(detail.credits_reserved)} are charged to ${detail.review.client.name}, and the report shows this result. This cannot be undone.`}
      incomplete={outcome === '' || label.trim() === ''}
      toRequest={(note) => ({
        action: 'resolution',
        body: { decision: 'complete', outcome, label: label.trim(), note },
      })}
      onClose={onClose}
    >
      <NativeSelect
        data-autofocus
        label="Outcome"
        data={OUTCOMES}
        value={outcome}
        required
        onChange={({ currentTarget }) => onDraft({ ...draft, outcome: currentTarget.value })}
      />
      <TextInput
        label="Result in words"
        description="The client reads it on the report."
        maxLength={longestInput(300)}
        required
        value={label}
        onChange={({ currentTarget }) => onDraft({ ...draft, label: currentTarget.value })}
      />
    </NoteDialog>
  );
}
