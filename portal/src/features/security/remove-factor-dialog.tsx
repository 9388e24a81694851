import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireFactor } from '../../../../shared/wire/second-factor.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { Moment } from '../../lib/ui/moment.js';
import { FACTORS_KEY } from './factors-key.js';

interface RemoveFactorDialogProps {
  /** The factor to remove; null while the dialog is closed. */
  factor: WireFactor | null;
  onClose: () => void;
}

/** Asks for confirmation before a second factor is removed. */
export function RemoveFactorDialog({ factor, onClose }: RemoveFactorDialogProps) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: (id: string) => request(`/me/second-factor/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: FACTORS_KEY });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened={factor !== null}
      title="Remove this second factor?"
      action="Remove"
      dangerous
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => factor !== null && removal.mutate(factor.factor_id)}
      onClose={() => {
        removal.reset();
        onClose();
      }}
    >
      {factor !== null && (
        <p>
          <strong>{factor.name}</strong>, set up <Moment iso={factor.created_at} />, no longer signs you in.
          If it is the last one, your password alone does, and the recovery codes are void.
        </p>
      )}
    </ConfirmDialog>
  );
}
