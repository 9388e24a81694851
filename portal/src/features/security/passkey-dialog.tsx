import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WireNewFactor, WirePasskeyQuestion } from '../../../../shared/wire/second-factor.js';
import { ApiFailure, faultsByField } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { passkeyFailure } from '../../lib/proof/passkey-failure.js';
import { makePasskey } from '../../lib/proof/passkeys.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { useStayWhile } from '../../lib/ui/use-stay-while.js';
import { useUntilClosed } from '../../lib/ui/use-until-closed.js';
import { FactorName, named } from './factor-name.js';
import classes from './security.module.css';

interface PasskeyDialogProps {
  /** What the API has prepared; null while the dialog is closed. */
  begun: WirePasskeyQuestion | null;
  onClose: () => void;
  onAdded: (factor: WireNewFactor) => void;
}

/** Whether the passkey was made and may be sent again: its name was refused, or the service could not be reached. */
function isOnlyKeptFromIt(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.httpStatus === 0 || error.httpStatus >= 500 || faultsByField(error).name !== undefined;
}

/**
 * Has the browser make a passkey, in a click of its own: before it, the API is asked and perhaps the user for a proof,
 * which takes longer than strict browsers let pass between a click and its passkey.
 */
export function PasskeyDialog({ begun, onClose, onAdded }: PasskeyDialogProps) {
  const [name, setName] = useState('');
  const { shown, onClosed } = useUntilClosed(begun);
  const making = useMutation({
    mutationFn: async (passkey: Promise<unknown>) =>
      request<WireNewFactor>('/me/second-factor/passkeys/confirm', {
        method: 'POST',
        body: { challenge: shown?.challenge, passkey: await passkey, ...named(name) },
      }),
    onSuccess: (factor) => {
      setName('');
      onAdded(factor);
    },
  });
  const close = () => {
    setName('');
    making.reset();
    onClose();
  };
  const stay = useStayWhile(making.isPending, close);
  const nameFault = faultsByField(making.error).name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === null) return;
    // A second one would leave that which is on the device already there unused.
    const made = isOnlyKeptFromIt(making.error) ? making.variables : undefined;
    making.mutate(made ?? makePasskey(shown.passkey_options));
  };
  return (
    <Modal opened={begun !== null} {...stay} onExitTransitionEnd={onClosed} title="Set up a passkey">
      <form className={form.stack} noValidate onSubmit={submit}>
        <p className={classes.lead}>
          Your browser asks for your fingerprint, your face, the PIN of this device or a security key.
          Whichever you use stays with you: the service gets no more than the proof.
        </p>
        {making.isError && <FailureNotice error={passkeyFailure(making.error, 'make')} inputs={{ name }} />}
        <FactorName value={name} error={nameFault} onChange={setName} />
        <Button type="submit" fullWidth data-autofocus loading={making.isPending}>
          Create the passkey
        </Button>
      </form>
    </Modal>
  );
}
