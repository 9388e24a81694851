import { Button, Textarea } from '@mantine/core';
import type { WireReviewDetail, WireReviewNote } from '../../../../shared/wire/review.js';
import { longestInput } from '../../lib/longest-input.js';
import { TabMemory, useKept } from '../../lib/session/tab-memory.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import classes from './reviews.module.css';
import { type StaffName, useNamesOnCase } from './staff-names.js';
import { useReviewAction } from './use-review-action.js';

/** Notes being written, by request id. */
const NOTE_DRAFTS = new TabMemory<string>((text) => text.trim() !== '');

const KINDS = {
  note: '',
  complete: 'completed the check',
  release: 'released the credits',
  requeue: 'sent it back',
  late_answer: 'applied the late answer',
} as const;

/** The notes on the case, and an input for another one. */
export function Notes({ detail }: { detail: WireReviewDetail }) {
  const [text, setText] = useKept(NOTE_DRAFTS, detail.request_id, '');
  const staffName = useNamesOnCase(detail);
  const action = useReviewAction(detail.request_id);
  const add = () =>
    action.mutate({ action: 'notes', body: { text: text.trim() } }, { onSuccess: () => setText('') });
  return (
    <Panel title="Notes">
      <div className={form.stack}>
        {detail.notes.length > 0 && (
          <ul className={classes.notes}>
            {detail.notes.map((note) => (
              <li key={note.note_id}>
                <p className={classes.noteHead}>
                  <Author author={note.author} staffName={staffName} /> {KINDS[note.kind]} ·{' '}
                  <Moment iso={note.created_at} />
                </p>
                <p className={classes.noteText}>{note.text}</p>
              </li>
            ))}
          </ul>
        )}
        <div className={form.stack} data-print="no">
          <Textarea
            label="New note"
            description="For colleagues: what you asked, whom, and what they said. The client does not see it."
            rows={2}
            maxLength={longestInput(2_000)}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FailureNotice error={action.error} />
          <div>
            <Button variant="default" disabled={text.trim() === ''} loading={action.isPending} onClick={add}>
              Add the note
            </Button>
          </div>
        </div>
      </div>
    </Panel>
  );
}

function Author({ author, staffName }: Pick<WireReviewNote, 'author'> & { staffName: StaffName }) {
  return author === null ? 'The service' : <bdi title={author.email}>{staffName(author)}</bdi>;
}
