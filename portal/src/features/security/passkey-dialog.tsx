import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { WireNewFactor, WirePasskeyQuestion } from '../../../../shared/wire/second-factor.js';
import { request } from '../../lib/api/request.js';
import { passkeyFailure } from '../../lib/proof/passkey-failure.js';
import { makePasskey } from '../../lib/proof/passkeys.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { useStayHere } from '../../lib/ui/use-stay-here.js';
import { useUntilClosed } from '../../lib/ui/use-until-closed.js';
import classes from './security.module.css';

interface PasskeyDialogProps {
  /** What the API has prepared; null while the dialog is closed. */
  begun: WirePasskeyQuestion | null;
  onClose: () => void;
  onAdded: (factor: WireNewFactor) => void;
}

/**
 * Has the browser make a passkey, in a click of its own: before it, the API is asked and perhaps the user for a proof,
 * which takes longer than strict browsers let pass between a click and its passkey.
 */
export function PasskeyDialog({ begun, onClose, onAdded }: PasskeyDialogProps) {
  const { shown, onClosed } = useUntilClosed(begun);
  const making = useMutation({
    mutationFn: async (passkey: Promise<unknown>) =>
      request<WireNewFactor>('/me/second-factor/passkeys/confirm', {
        method: 'POST',
        body: { challenge: shown?.challenge, passkey: await passkey },
      }),
    onSuccess: onAdded,
  });
  useStayHere(making.isPending);
  const close = () => {
    making.reset();
    onClose();
  };
  return (
    <Modal opened={begun !== null} onClose={close} onExitTransitionEnd={onClosed} title="Set up a passkey">
      <div className={form.stack}>
        <p className={classes.lead}>
          Your browser asks for your fingerprint, your face, the PIN of this device or a security key.
          Whichever you use stays with you: the service gets no more than the proof.
        </p>
        {making.isError && <FailureNotice error={passkeyFailure(making.error, 'make')} />}
        <Button
          fullWidth
          data-autofocus
          loading={making.isPending}
          onClick={() => shown !== null && making.mutate(makePasskey(shown.passkey_options))}
        >
          Make the passkey
        </Button>
      </div>
    </Modal>
  );
}
