import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireApiKey } from '../../../../shared/wire/api-key.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { API_KEYS_KEY } from './api-keys-key.js';

interface RevokeKeyDialogProps {
  /** The key to revoke; null while the dialog is closed. */
  apiKey: WireApiKey | null;
  onClose: () => void;
}

/** Asks for confirmation before a key is revoked. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const queryClient = useQueryClient();
  const revocation = useMutation({
    mutationFn: (id: string) => request(`/api-keys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: API_KEYS_KEY });
      notifications.show({ title: 'Key revoked', message: 'Calls with it are refused from now on.' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={apiKey !== null}
      title="Revoke this key?"
      action="Revoke"
      dangerous
      busy={revocation.isPending}
      error={revocation.error}
      onConfirm={() => apiKey !== null && revocation.mutate(apiKey.api_key_id)}
      onClose={() => {
        revocation.reset();
        onClose();
      }}
    >
      <strong>{apiKey?.name}</strong> stops working at once, and cannot be brought back. Systems that use it
      are refused until they get another key.
    </ConfirmDialog>
  );
}
