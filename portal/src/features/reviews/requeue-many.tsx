import { Button, Group, Modal, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireRequeued, WireReview } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';
import { formatCount, formatCredits } from '../../lib/format.js';
import { longestInput } from '../../lib/longest-input.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { DataTable } from '../../lib/ui/data-table.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { useFocusBack } from '../../lib/ui/use-focus-back.js';
import { waitingWords } from './words.js';

// The most that the API takes at once.
const MOST = 100;

/**
 * Sends back together the cases whose calls were certainly never sent, as after an outage, once the reviewer has seen
 * which they are.
 */
export function RequeueMany({ shown }: { shown: readonly WireReview[] }) {
  const [opened, setOpened] = useUnsent('sending cases back', false);
  const cases = shown
    .filter(({ certainly_not_sent, taken_by }) => certainly_not_sent && taken_by === null)
    .slice(0, MOST);
  if (cases.length < 2 && !opened) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {`Send back ${cases.length} that were never sent…`}
      </Button>
      {opened && <Preview cases={cases} onClose={() => setOpened(false)} />}
    </>
  );
}

function Preview({ cases, onClose }: { cases: readonly WireReview[]; onClose: () => void }) {
  const [note, setNote] = useUnsent('why cases are sent back', '');
  useFocusBack();
  const queryClient = useQueryClient();
  const credits = cases.reduce((sum, { credits_reserved }) => sum + credits_reserved, 0);
  const sending = useMutation({
    mutationFn: () =>
      request<WireRequeued>('/support/reviews/requeue', {
        method: 'POST',
        body: { request_ids: cases.map(({ request_id }) => request_id), note: note.trim() },
      }),
    onSuccess: ({ request_ids }) => {
      notifications.show({ message: `Sent back: ${formatCount(request_ids.length, 'case')}.` });
      void queryClient.invalidateQueries({ queryKey: ['/support/reviews'] });
      void queryClient.invalidateQueries({ queryKey: ['/support/queue'] });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Send ${formatCount(cases.length, 'case')} back to the provider?`}
      size="lg"
    >
      <form
        className={form.stack}
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <Notice tone="warn">
          {`Each of them is called for the first time. ${formatCredits(credits)} stay reserved until there are results. All of them go back, or none.`}
        </Notice>
        <DataTable
          label="Cases that are sent back"
          columns={[
            { header: 'Check', cell: ({ service_label }: WireReview) => service_label },
            { header: 'Client', cell: ({ client }) => client.name },
            { header: 'Waiting', end: true, cell: ({ age_seconds }) => waitingWords(age_seconds) },
          ]}
          rows={cases}
          keyOf={({ request_id }) => request_id}
          compact
          inset
        />
        <Textarea
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
          <Button variant="default" onClick={onClose}>
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
