import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SpendingLimits } from '../../../../shared/domain/spending.js';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { request } from '../../lib/api/request.js';
import { walletPath } from './use-client-wallet.js';

/** Absent fields and limits stay as they are. */
type ClientChanges = Partial<Omit<WireClient, 'client_id' | 'created_at' | 'limits'>> & {
  limits?: Partial<SpendingLimits>;
};

/** Changes fields of a client. */
export function useChangeClient(clientId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ClientChanges) =>
      request<WireClient>(`/admin/clients/${encodeURIComponent(clientId)}`, { method: 'PATCH', body }),
    onSuccess: () => {
      // The wallet says whether its credits are below the threshold.
      for (const path of ['/admin/clients', walletPath(clientId)])
        void queryClient.invalidateQueries({ queryKey: [path] });
      notifications.show({ title: 'Saved', message: 'The change applies from now on.' });
    },
  });
}
