import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireBatchProgress } from '../../../../shared/wire/batch.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { useWallet } from '../../lib/api/use-wallet.js';
import { formatCount, formatCredits } from '../../lib/format.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';

/**
 * Asks for approval of the charge and for the consents of all rows, and starts the batch. The sentences are those that
 * receipts quote for each row (shared/domain/consent-wordings.ts), for many.
 */
export function StartPanel({ batch }: { batch: WireBatchProgress }) {
  const path = `/batches/${encodeURIComponent(batch.batch_id)}`;
  const queryClient = useQueryClient();
  // Rows may have been erased since the upload.
  const { valid, duplicate } = batch.counts;
  const [skip, setSkip] = useState(duplicate > 0);
  const [authority, setAuthority] = useState(false);
  // An approval applies to the amount that was displayed.
  const [approved, setApproved] = useState<number | null>(null);
  const [biometric, setBiometric] = useState(false);
  const credits = skip ? batch.credits_without_duplicates : batch.credits;
  const charge = approved === credits;
  const rows = skip ? valid : valid + duplicate;
  const start = useMutation({
    mutationFn: () =>
      request<WireBatchProgress>(`${path}/start`, {
        method: 'POST',
        body: {
          charge_approved: charge,
          authority_confirmed: authority,
          biometric_consent: biometric,
          credits_approved: credits,
          skip_duplicates: skip,
        },
      }),
    onSuccess: (started) => queryClient.setQueryData([path], started),
    // The charge may have changed: the new one is displayed, and has to be approved.
    onError: () => void queryClient.invalidateQueries({ queryKey: [path] }),
  });
  const ready = authority && charge && rows > 0 && (biometric || !batch.biometric_consent_required);
  return (
    <Panel title="Start">
      <div className={form.stack}>
        {duplicate > 0 && (
          <Checkbox
            label={`Leave out ${formatCount(duplicate, 'duplicate row')}: another row requests the same, or it was requested in the last 30 days.`}
            checked={skip}
            onChange={({ currentTarget }) => setSkip(currentTarget.checked)}
          />
        )}
        <Checkbox
          label="Every person in this file has agreed to the check, or the law allows it for the purpose given. My organisation may lawfully make the checks on companies and vehicles in it."
          checked={authority}
          onChange={({ currentTarget }) => setAuthority(currentTarget.checked)}
        />
        {batch.biometric_consent_required && (
          <Checkbox
            label="Every person whose identity is checked has explicitly agreed that their ID photograph is fetched and shown in the report. This is biometric information."
            checked={biometric}
            onChange={({ currentTarget }) => setBiometric(currentTarget.checked)}
          />
        )}
        {rows === 0 ? (
          <Notice tone="plain">
            Every row that can be checked is a duplicate. Include the duplicates, or upload a corrected file.
          </Notice>
        ) : (
          <Checkbox
            label={`I approve the charge of ${formatCredits(credits)} for ${formatCount(rows, 'row')}. It is taken for every answer, also when the source has no record.`}
            checked={charge}
            onChange={({ currentTarget }) => setApproved(currentTarget.checked ? credits : null)}
          />
        )}
        <Shortfall credits={credits} />
        <StartFailure error={start.error} />
        <div>
          <Button disabled={!ready} loading={start.isPending} onClick={() => start.mutate()}>
            Start {formatCount(rows, 'check')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** Says before the start that the wallet does not cover the batch, which would pause half way. */
function Shortfall({ credits }: { credits: number }) {
  const { data } = useWallet();
  if (data === undefined || data.available >= credits) return null;
  return (
    <Notice tone="warn" title="Not enough credits for all rows">
      {`Available: ${formatCredits(data.available)}. You can start all the same: the batch pauses when they run out, and can be resumed after a top-up.`}
    </Notice>
  );
}

/** Why the batch was not started. */
function StartFailure({ error }: { error: unknown }) {
  const changed = error !== null && toFailure(error).faults.some(({ code }) => code === 'charge_changed');
  if (!changed) return <FailureNotice error={error} />;
  return (
    <Notice tone="warn" title="The charge has changed" alert>
      Nothing was started. Look at the new charge, approve it, and start again.
    </Notice>
  );
}
