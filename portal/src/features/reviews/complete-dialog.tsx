import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { formatCredits } from '../../lib/format.js';
import { NoteDialog } from './note-dialog.js';

const OUTCOMES = [
  { value: '', label: 'Choose…' },
  { value: 'positive', label: 'Positive: the source confirms it' },
  { value: 'negative', label: 'Negative: the source does not confirm it' },
  { value: 'no_record', label: 'No record: the source holds nothing' },
];

/** Completes a case with what the reviewer found out. */
export function CompleteDialog({ detail, onClose }: { detail: WireReviewDetail; onClose: () => void }) {
  const [outcome, setOutcome] = useState('');
  const [label, setLabel] = useState('');
  return (
    <NoteDialog
      requestId={detail.request_id}
      title="Complete this check?"
      action="Complete and charge"
      consequence={`${formatCredits(detail.credits_reserved)} are charged to ${detail.review.client.name}, and the report shows this result. This cannot be taken back.`}
      incomplete={outcome === '' || label.trim() === ''}
      toRequest={(note) => ({
        action: 'resolution',
        body: { decision: 'complete', outcome, label: label.trim(), note },
      })}
      onClose={onClose}
    >
      <NativeSelect
        label="Outcome"
        data={OUTCOMES}
        value={outcome}
        required
        onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
      />
      <TextInput
        label="Result in words"
        description="The client reads it on the report."
        maxLength={300}
        required
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
    </NoteDialog>
  );
}
