import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireBatchProgress } from '../../../../shared/wire/batch.js';
import { downloadCsv } from '../../lib/api/download-csv.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { formatCount, formatCredits } from '../../lib/format.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';

type Act = 'pause' | 'resume' | 'cancel' | 'results';
type Question = 'cancel' | 'charge';

/** What can be done with a batch in its current state. */
export function BatchActions({ batch, maySubmit }: { batch: WireBatchProgress; maySubmit: boolean }) {
  const path = `/batches/${encodeURIComponent(batch.batch_id)}`;
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Question | null>(null);
  const act = useMutation({
    mutationFn: async (wanted: Act) => {
      if (wanted === 'results') return downloadCsv({ path: `${path}/results` }, 'batch-results.csv');
      const body = asked === 'charge' ? { credits_approved: batch.credits_waiting } : {};
      const changed = await request<WireBatchProgress>(`${path}/${wanted}`, { method: 'POST', body });
      queryClient.setQueryData([path], changed);
      void queryClient.invalidateQueries({ queryKey: [`${path}/rows`] });
    },
    onSuccess: () => setAsked(null),
    onError: (error) => {
      const failure = toFailure(error);
      // The prices have changed: since the batch began, or since the question was shown.
      if (isAboutCharge(error)) {
        void queryClient.invalidateQueries({ queryKey: [path] });
        setAsked('charge');
      } else if (asked === null) {
        notifications.show({ color: 'red', title: 'That did not work', message: failure.message });
      }
    },
  });
  const { status, reason } = batch;
  const ask = (question: Question | null) => {
    act.reset();
    setAsked(question);
  };
  const waiting = batch.counts.valid + batch.counts.duplicate;
  const open = status === 'draft' || status === 'running' || status === 'paused';
  // Answered meanwhile, by a colleague or by a request whose own answer was lost.
  if ((asked === 'cancel' && !open) || (asked === 'charge' && status !== 'paused')) setAsked(null);
  return (
    <>
      {maySubmit && status === 'running' && (
        <Button variant="default" onClick={() => act.mutate('pause')}>
          Pause
        </Button>
      )}
      {maySubmit && status === 'paused' && (
        <Button onClick={() => (reason === 'charge_changed' ? ask('charge') : act.mutate('resume'))}>
          Resume
        </Button>
      )}
      {maySubmit && open && (
        <Button variant="default" onClick={() => ask('cancel')}>
          Cancel batch
        </Button>
      )}
      {status !== 'draft' && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={act.isPending && act.variables === 'results'}
          onClick={() => act.mutate('results')}
        >
          Results
        </Button>
      )}
      <ConfirmDialog
        opened={asked === 'cancel'}
        title="Cancel this batch?"
        action="Cancel batch"
        dismiss="Keep the batch"
        dangerous
        busy={act.isPending}
        error={act.error}
        onConfirm={() => act.mutate('cancel')}
        onClose={() => ask(null)}
      >
        Nothing more is submitted, and the contents of the waiting rows are destroyed. Checks that are under
        way are finished and charged.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'charge'}
        title="Resume at the new prices?"
        action={`Approve ${formatCredits(batch.credits_waiting)} and resume`}
        busy={act.isPending}
        error={isAboutCharge(act.error) ? null : act.error}
        onConfirm={() => act.mutate('resume')}
        onClose={() => ask(null)}
      >
        The prices have changed since this batch was started. What still waits ({formatCount(waiting, 'row')})
        now costs {formatCredits(batch.credits_waiting)} in total; what was submitted keeps its price.
      </ConfirmDialog>
    </>
  );
}

/** Whether the refusal is the question itself: the new charge has to be approved. */
function isAboutCharge(error: unknown): boolean {
  return error !== null && toFailure(error).faults.some(({ field }) => field === 'credits_approved');
}
