import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { formatCredits } from '../../lib/format.js';
import { longestInput } from '../../lib/longest-input.js';
import type { DecisionDraft } from './decision-draft.js';
import { NoteDialog } from './note-dialog.js';

interface RequeueDialogProps {
  detail: WireReviewDetail;
  draft: DecisionDraft;
  onDraft: (draft: DecisionDraft) => void;
  onClose: () => void;
}

/** Has the provider called again; if it may have been reached before, only with its word that it charges nothing. */
export function RequeueDialog({ detail, draft, onDraft, onClose }: RequeueDialogProps) {
  // What was shown when the box was ticked: the case may be loaded again behind this dialog.
  const [confirmed, setConfirmed] = useState<WireReviewDetail['calls_to_write_off'] | null>(null);
  const { document } = draft;
  const needsConfirmation = !detail.review.certainly_not_sent;
  return (
    <NoteDialog
      requestId={detail.request_id}
      draft={draft}
      onDraft={onDraft}
      title="Send it back to the provider?"
      action="Send it back"
      consequence={`The provider is called again and may charge for it. ${formatCredits(detail.credits_reserved)} stay reserved for ${detail.review.client.name}.`}
      incomplete={needsConfirmation && confirmed === null}
      toRequest={(note) => ({
        action: 'resolution',
        body: {
          decision: 'requeue',
          note,
          ...(needsConfirmation &&
            confirmed !== null && { provider_confirmed_no_charge: true, calls_to_write_off: confirmed }),
          ...(needsConfirmation && document.trim() !== '' && { provider_document: document.trim() }),
        },
      })}
      onClose={onClose}
    >
      {needsConfirmation && (
        <>
          <Checkbox
            data-autofocus
            label="The provider has confirmed that it does not charge for the call that may have reached it. This is recorded with my name."
            checked={confirmed !== null}
            onChange={({ currentTarget }) =>
              setConfirmed(currentTarget.checked ? detail.calls_to_write_off : null)
            }
          />
          <TextInput
            label="Provider’s document"
            description="A letter, ticket or mail, by its name or number. Needed where a colleague has to approve."
            maxLength={longestInput(500)}
            value={document}
            onChange={({ currentTarget }) => onDraft({ ...draft, document: currentTarget.value })}
          />
        </>
      )}
    </NoteDialog>
  );
}
