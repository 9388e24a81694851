import { NativeSelect } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/parts/lazy-part.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { LoadingRows } from '../../lib/ui/loading-rows.js';
import { Page } from '../../lib/ui/page.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { ClientHome } from './client-home.js';
import { PERIODS, type Period, useHome } from './use-home.js';

// Loaded for staff alone: the first page of a client stays small.
const StaffHome = lazyPart(async () => (await import('./staff-home.js')).StaffHome);

/** The start page. */
export function HomePage() {
  const { role, client } = useAccount();
  const may = useMay();
  const [days, setDays] = useState<Period>(30);
  const home = useHome(days);
  return (
    <Page
      title="Home"
      lead={leadOf(client !== null, may('read_clients'))}
      actions={
        <NativeSelect
          aria-label="Period of the figures"
          value={String(days)}
          data={PERIODS.map((period) => ({ value: String(period), label: `Last ${period} days` }))}
          onChange={({ currentTarget }) =>
            setDays(PERIODS.find((period) => String(period) === currentTarget.value) ?? 30)
          }
        />
      }
    >
      <QueryView query={home} rows={12}>
        {(data) =>
          client !== null ? (
            <ClientHome home={data} days={days} />
          ) : (
            <Suspense fallback={<LoadingRows rows={12} />}>
              <StaffHome home={data} days={days} role={role} />
            </Suspense>
          )
        }
      </QueryView>
    </Page>
  );
}

function leadOf(ofClient: boolean, seesClients: boolean): string {
  if (ofClient) return 'What is waiting, what came back, and what was spent.';
  return seesClients
    ? 'What is waiting, how much each client submits, and how the service is doing.'
    : 'What is waiting for the desk, and how the service is doing.';
}
