import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { formatCredits } from '../../lib/format.js';
import { useKept } from '../../lib/session/tab-memory.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { Panel } from '../../lib/ui/panel.js';
import { CompleteDialog } from './complete-dialog.js';
import { DECISION_DRAFTS, dialogDraftOf, EMPTY_DECISION } from './decision-draft.js';
import { NoteDialog } from './note-dialog.js';
import { RequeueDialog } from './requeue-dialog.js';
import classes from './reviews.module.css';
import { Unrecorded } from './unrecorded.js';

type Way = 'complete' | 'release' | 'requeue' | 'late-answer';

/** The ways to end a review, each with what it does to the credits. */
export function Decision({ detail }: { detail: WireReviewDetail }) {
  const [open, setOpen] = useUnsent<Way | null>(`way to decide ${detail.request_id}`, null);
  const [draft, setDraft] = useKept(DECISION_DRAFTS, dialogDraftOf(detail.request_id), EMPTY_DECISION);
  if (detail.status !== 'manual_review') {
    return <Unrecorded detail={detail} draft={draft} onDiscard={() => setDraft(EMPTY_DECISION)} />;
  }
  const written = { draft, onDraft: setDraft };
  const close = () => setOpen(null);
  // Where nothing would be written off, one person is enough.
  const waits = detail.write_off_proposal?.state === 'open' && detail.calls_to_write_off.length > 0;
  const credits = formatCredits(detail.credits_reserved);
  return (
    <Panel title="Decision">
      <div className={classes.choices}>
        {detail.review.late_answer && (
          <Choice label="Apply the late answer" onClick={() => setOpen('late-answer')}>
            {credits} are charged; the client sees what the late answer says.
          </Choice>
        )}
        <Choice label="Complete with a result" onClick={() => setOpen('complete')}>
          {credits} are charged; the client sees your result.
        </Choice>
        <Choice label="Release the credits" onClick={() => setOpen('release')}>
          {credits} go back to the client; the check is closed without a result.
        </Choice>
        <Choice label="Send it back to the provider" disabled={waits} onClick={() => setOpen('requeue')}>
          {waits
            ? 'This is proposed, and waits for an administrator.'
            : `${credits} stay reserved; the provider is called again.`}
        </Choice>
      </div>
      {open === 'complete' && <CompleteDialog detail={detail} {...written} onClose={close} />}
      {open === 'requeue' && <RequeueDialog detail={detail} {...written} onClose={close} />}
      {open === 'release' && (
        <NoteDialog
          requestId={detail.request_id}
          {...written}
          title="Release the credits?"
          action="Release the credits"
          consequence={`${credits} go back to ${detail.review.client.name}, nothing is charged, and the check is closed without a result. This cannot be undone.`}
          toRequest={(note) => ({ action: 'resolution', body: { decision: 'release', note } })}
          onClose={close}
        />
      )}
      {open === 'late-answer' && (
        <NoteDialog
          requestId={detail.request_id}
          {...written}
          title="Apply the late answer?"
          action="Apply it"
          consequence={`${credits} are charged to ${detail.review.client.name}, and the report shows what the late answer says. This cannot be undone.`}
          toRequest={(note) => ({ action: 'late-answer', body: { note } })}
          onClose={close}
        />
      )}
    </Panel>
  );
}

interface ChoiceProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Choice({ label, disabled = false, onClick, children }: ChoiceProps) {
  return (
    <div>
      <Button variant="default" fullWidth disabled={disabled} onClick={onClick}>
        {label}
      </Button>
      <p className={classes.consequence}>{children}</p>
    </div>
  );
}
