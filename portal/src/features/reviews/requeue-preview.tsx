import { Button, Group, Modal, Textarea } from '@mantine/core';
import type { WireReview } from '../../../../shared/wire/review.js';
import { durationWords, formatCount, formatCredits } from '../../lib/format.js';
import { longestInput } from '../../lib/longest-input.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { useFocusBack } from '../../lib/ui/use-focus-back.js';
import { useStayWhile } from '../../lib/ui/use-stay-while.js';
import { useRequeue } from './use-requeue.js';

interface RequeuePreviewProps {
  cases: readonly WireReview[];
  /** Those that could be sent back now. */
  possible: readonly WireReview[];
  onChoose: (cases: readonly WireReview[]) => void;
  onClose: () => void;
}

/** What is about to be sent back, for the reviewer to look at and to give the reason. */
export function RequeuePreview({ cases, possible, onChoose, onClose }: RequeuePreviewProps) {
  const [note, setNote] = useUnsent('why cases are sent back', '');
  useFocusBack();
  const sending = useRequeue(onClose);
  const stay = useStayWhile(sending.isPending, onClose);
  const credits = cases.reduce((sum, { credits_reserved }) => sum + credits_reserved, 0);
  const gone = cases.filter((one) => !possible.some(({ request_id }) => request_id === one.request_id));
  return (
    <Modal
      opened
      {...stay}
      title={`Send ${formatCount(cases.length, 'case')} back to the provider?`}
      size="lg"
    >
      <form
        className={form.stack}
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate({ cases, note: note.trim() });
        }}
      >
        <Notice tone="warn">
          {`Each of them is called for the first time. ${formatCredits(credits)} stay reserved until there are results. All of them go back, or none.`}
        </Notice>
        {gone.length > 0 && !sending.isPending && (
          <LeftTheDesk
            count={gone.length}
            onLeaveOut={() => onChoose(cases.filter((one) => !gone.includes(one)))}
          />
        )}
        <DataTable
          label="Cases that are sent back"
          columns={COLUMNS}
          rows={cases}
          keyOf={({ request_id }) => request_id}
          compact
          inset
        />
        <Textarea
          data-autofocus
          label="Why"
          description="Recorded with every one of them; the clients do not see it."
          rows={2}
          required
          maxLength={longestInput(2_000)}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <FailureNotice error={sending.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={sending.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={note.trim() === '' || cases.length === 0}
            loading={sending.isPending}
          >
            Send them back
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const COLUMNS: readonly Column<WireReview>[] = [
  { header: 'Check', cell: ({ service_label }) => service_label },
  { header: 'Client', cell: ({ client }) => client.name },
  { header: 'Waiting', end: true, cell: ({ age_seconds }) => durationWords(age_seconds * 1_000) },
];

function LeftTheDesk({ count, onLeaveOut }: { count: number; onLeaveOut: () => void }) {
  return (
    <Notice tone="warn" alert>
      <p>
        {count === 1
          ? 'One of them has been taken or decided since, and cannot be sent back from here.'
          : `${count} of them have been taken or decided since, and cannot be sent back from here.`}
      </p>
      <Button variant="default" size="compact-sm" onClick={onLeaveOut}>
        {count === 1 ? 'Leave it out' : 'Leave them out'}
      </Button>
    </Notice>
  );
}
