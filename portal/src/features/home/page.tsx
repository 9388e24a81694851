import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../../shared/domain/roles.js';
import { useAccount } from '../../lib/session/session.js';
import { Page } from '../../lib/ui/page.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { ClientHome } from './client-home.js';
import { StaffHome } from './staff-home.js';
import { PERIODS, type Period, useHome } from './use-home.js';

const LEADS: Readonly<Partial<Record<Role, string>>> = {
  support: 'What waits for the desk, and how the service is doing.',
  admin: 'What waits, who asks for how much, and how the service is doing.',
  auditor: 'What waits, who asks for how much, and how the service is doing.',
};

/** What everybody sees first. */
export function HomePage() {
  const { role, client } = useAccount();
  const [days, setDays] = useState<Period>(30);
  const home = useHome(days);
  return (
    <Page
      title="Home"
      lead={LEADS[role] ?? 'What waits, what came back, and what was spent.'}
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
            <StaffHome home={data} days={days} role={role} />
          )
        }
      </QueryView>
    </Page>
  );
}
