import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireApiKey, WireNewApiKey } from '../../../../shared/wire/api-key.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { API_KEYS_KEY } from './api-keys-key.js';

interface RotateKeyDialogProps {
  apiKey: WireApiKey;
  onRotated: (key: WireNewApiKey) => void;
  onClose: () => void;
}

/** Asks for confirmation before a key gets a new secret. */
export function RotateKeyDialog({ apiKey, onRotated, onClose }: RotateKeyDialogProps) {
  const queryClient = useQueryClient();
  const rotation = useMutation({
    mutationFn: () =>
      request<WireNewApiKey>(`/api-keys/${encodeURIComponent(apiKey.api_key_id)}/rotate`, { method: 'POST' }),
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: API_KEYS_KEY });
      onRotated(key);
    },
  });
  return (
    <ConfirmDialog
      opened
      title="Give this key another secret?"
      action="Generate the new secret"
      busy={rotation.isPending}
      error={rotation.error}
      ifLost="The new secret may have been generated, and nobody has seen it: generate another. Earlier ones work for another 24 hours."
      onConfirm={() => rotation.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>{apiKey.name}</strong> keeps its name, what it may do and its last day. The previous secret
        works for another 24 hours beside the new one, so that your systems can be changed one by one.
      </p>
      <p>Has somebody else seen the secret? Then revoke the key: that works at once.</p>
    </ConfirmDialog>
  );
}
