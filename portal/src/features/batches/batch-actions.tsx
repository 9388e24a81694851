import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireBatchProgress } from '../../../../shared/wire/batch.js';
import { downloadCsv } from '../../lib/api/download-csv.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';

type Act = 'pause' | 'resume' | 'cancel' | 'results';

/** What can be done with a batch as it stands. */
export function BatchActions({ batch, maySubmit }: { batch: WireBatchProgress; maySubmit: boolean }) {
  const path = `/batches/${encodeURIComponent(batch.batch_id)}`;
  const queryClient = useQueryClient();
  const [cancelling, setCancelling] = useState(false);
  const act = useMutation({
    mutationFn: async (wanted: Act) => {
      if (wanted === 'results') return downloadCsv({ path: `${path}/results` }, 'batch-results.csv');
      const changed = await request<WireBatchProgress>(`${path}/${wanted}`, { method: 'POST', body: {} });
      queryClient.setQueryData([path], changed);
      void queryClient.invalidateQueries({ queryKey: [`${path}/rows`] });
    },
    onSuccess: () => setCancelling(false),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'That did not work', message: toFailure(error).message }),
  });
  const { status } = batch;
  const open = status === 'draft' || status === 'running' || status === 'paused';
  return (
    <>
      {maySubmit && status === 'running' && (
        <Button variant="default" onClick={() => act.mutate('pause')}>
          Pause
        </Button>
      )}
      {maySubmit && status === 'paused' && <Button onClick={() => act.mutate('resume')}>Go on</Button>}
      {maySubmit && open && (
        <Button variant="default" onClick={() => setCancelling(true)}>
          Cancel the batch
        </Button>
      )}
      {status !== 'draft' && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => act.mutate('results')}
        >
          Results
        </Button>
      )}
      <ConfirmDialog
        opened={cancelling}
        title="Cancel this batch?"
        action="Cancel the batch"
        dangerous
        busy={act.isPending}
        error={null}
        onConfirm={() => act.mutate('cancel')}
        onClose={() => setCancelling(false)}
      >
        Nothing more is submitted, and what the waiting rows hold is destroyed. Checks that are on their way
        are finished and charged.
      </ConfirmDialog>
    </>
  );
}
