import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { request } from '../../lib/api/request.js';
import { useMay } from '../../lib/session/use-may.js';
import { Badge } from '../../lib/ui/badge.js';
import { Page } from '../../lib/ui/page.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { SideBySide } from '../../lib/ui/side-by-side.js';
import { ClientLooks } from '../access-log/looks-panel.js';
import { AccountsPanel } from '../accounts/accounts-panel.js';
import { ClientLimits } from '../limits/client-limits.js';
import { LogoPanel } from '../logo/logo-panel.js';
import { PersonalDataPanel } from '../personal-data/personal-data-panel.js';
import { WalletFigures } from '../wallet/wallet-figures.js';
import { ClientActions } from './client-actions.js';
import { ClientActivity } from './client-activity.js';
import { ClientInvitations } from './client-invitations.js';
import { ClientProposals } from './client-proposals.js';
import { ClientSettings } from './client-settings.js';
import { ClientStatement } from './client-statement.js';
import { useClientWallet } from './use-client-wallet.js';

/** One client: its settings, users and credits. */
export function ClientPage() {
  const { clientId } = useParams({ from: '/read_clients/clients/$clientId' });
  const path = `/admin/clients/${encodeURIComponent(clientId)}`;
  const may = useMay();
  const wallet = useClientWallet(clientId);
  const client = useQuery({
    queryKey: ['/admin/clients', clientId],
    queryFn: ({ signal }) => request<WireClient>(path, { signal }),
  });
  return (
    <Page
      title={client.data?.name ?? 'Client'}
      lead={
        client.data?.suspended === true && <Badge tone="bad">Suspended: none of its users can sign in</Badge>
      }
      actions={may('manage_clients') && client.data !== undefined && <ClientActions client={client.data} />}
    >
      <QueryView query={client}>
        {(data) => (
          <>
            <ClientProposals key={data.client_id} clientId={data.client_id} />
            <WalletFigures
              wallet={wallet}
              remedy="The client is told too; add credits before its checks are refused."
            />
            <ClientActivity client={data} />
            <AccountsPanel
              title="Users"
              path={`${path}/users`}
              empty="Add the people who submit and read checks for this client."
            />
            <ClientInvitations clientPath={path} />
            <SideBySide>
              {may('manage_clients') && <ClientSettings client={data} />}
              {may('manage_clients') && <LogoPanel path={`${path}/logo`} clientName={data.name} />}
              {may('manage_clients') && <ClientLimits client={data} />}
              {may('erase_personal_data') && (
                <PersonalDataPanel clientId={data.client_id} clientName={data.name} />
              )}
            </SideBySide>
            <ClientStatement clientId={data.client_id} />
            {may('read_audit_log') && <ClientLooks clientPath={path} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}
