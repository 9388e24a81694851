import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireFactor, WireSecondFactors } from '../../../../shared/wire/second-factor.js';
import { request } from '../../lib/api/request.js';
import { formatMoment } from '../../lib/format.js';
import type { Column } from '../../lib/ui/data-table.js';
import { DataTable } from '../../lib/ui/data-table.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { useStayHere } from '../../lib/ui/use-stay-here.js';
import { FACTORS_KEY } from './factors-key.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RemoveFactorDialog } from './remove-factor-dialog.js';
import classes from './security.module.css';
import { SetUpButtons } from './set-up-buttons.js';

/** The account's second factors, with ways to add more. */
export function FactorsPanel() {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [removed, setRemoved] = useState<WireFactor | null>(null);
  const query = useQuery({
    queryKey: FACTORS_KEY,
    queryFn: ({ signal }) => request<WireSecondFactors>('/me/second-factor', { signal }),
  });
  const renewal = useMutation({
    mutationFn: () =>
      request<{ recovery_codes: string[] }>('/me/second-factor/recovery-codes', { method: 'POST' }),
    onSuccess: ({ recovery_codes }) => showCodes(recovery_codes),
  });
  useStayHere(renewal.isPending);
  const showCodes = (given: string[] | undefined) => {
    void queryClient.invalidateQueries({ queryKey: FACTORS_KEY });
    if (given !== undefined) setCodes(given);
  };
  return (
    <Panel title="Second factor">
      <QueryView query={query} rows={2}>
        {({ factors, recovery_codes_left, required }) => (
          <div className={classes.stack}>
            <Lead count={factors.length} required={required} />
            {factors.length > 0 && (
              <DataTable
                label="Second factors"
                inset
                columns={factorColumns(setRemoved)}
                rows={factors}
                keyOf={({ factor_id }) => factor_id}
              />
            )}
            <SetUpButtons onAdded={({ recovery_codes }) => showCodes(recovery_codes)} />
            {factors.length > 0 && (
              <Group gap="sm">
                <span>{recovery_codes_left} of 10 recovery codes are left.</span>
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={renewal.isPending}
                  onClick={() => renewal.mutate()}
                >
                  Generate new recovery codes
                </Button>
              </Group>
            )}
            <FailureNotice
              error={renewal.error}
              ifLost="The recovery codes that you have may no longer work: generate new ones once the service answers."
            />
          </div>
        )}
      </QueryView>
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
      <RemoveFactorDialog factor={removed} onClose={() => setRemoved(null)} />
    </Panel>
  );
}

function Lead({ count, required }: { count: number; required: boolean }) {
  if (count > 0) return <p className={classes.lead}>You are asked for one of these when you sign in.</p>;
  return (
    <Notice tone={required ? 'warn' : 'plain'}>
      {required
        ? 'Your account needs a second factor: a password alone can be guessed, read over a shoulder or stolen.'
        : 'With a second factor, somebody who learns your password still cannot sign in.'}
    </Notice>
  );
}

const KINDS: Readonly<Record<WireFactor['kind'], string>> = { totp: 'Authenticator app', passkey: 'Passkey' };

function factorColumns(onRemove: (factor: WireFactor) => void): readonly Column<WireFactor>[] {
  return [
    { header: 'Name', phone: 'title', cell: ({ name }) => name },
    // Its kind is its name unless it was given another.
    { header: 'Kind', phone: 'below', cell: ({ kind, name }) => KINDS[kind] !== name && KINDS[kind] },
    { header: 'Set up', phone: 'named-below', cell: ({ created_at }) => <Moment iso={created_at} /> },
    {
      header: 'Last used',
      phone: 'named-below',
      cell: ({ last_used_at }) => (last_used_at === null ? 'Not yet' : <Moment iso={last_used_at} />),
    },
    {
      header: 'Remove',
      end: true,
      phone: 'aside',
      cell: (factor) => (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={`Remove ${factor.name}, set up ${formatMoment(factor.created_at)}`}
          onClick={() => onRemove(factor)}
        >
          Remove
        </Button>
      ),
    },
  ];
}
