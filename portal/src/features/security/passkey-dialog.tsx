import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WireNewFactor, WirePasskeyQuestion } from '../../../../shared/wire/second-factor.js';
import { faultsByField } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { passkeyFailure } from '../../lib/proof/passkey-failure.js';
import { makePasskey } from '../../lib/proof/passkeys.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { useStayWhile } from '../../lib/ui/use-stay-while.js';
import { useUntilClosed } from '../../lib/ui/use-until-closed.js';
import { FactorName, named } from './factor-name.js';
import { MAY_BE_SET_UP, mayBeSetUp } from './may-be-set-up.js';
import classes from './security.module.css';

interface PasskeyDialogProps {
  /** What the API has prepared; null while the dialog is closed. */
  begun: WirePasskeyQuestion | null;
  onClose: () => void;
  onAdded: (factor: WireNewFactor) => void;
  /** Called after the dialog is closed while it is not known whether the passkey was added. */
  onUnclear: (() => void) | undefined;
}

/** Whether the passkey was made and is sent again: the service may have it already, or its name was refused. */
function isMade(error: unknown): boolean {
  return mayBeSetUp(error) || faultsByField(error).name !== undefined;
}

/**
 * Has the browser make a passkey, in a click of its own: before it, the API is asked and perhaps the user for a proof,
 * which takes longer than strict browsers let pass between a click and its passkey.
 */
export function PasskeyDialog({ begun, onClose, onAdded, onUnclear }: PasskeyDialogProps) {
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
    if (mayBeSetUp(making.error)) onUnclear?.();
  };
  const stay = useStayWhile(making.isPending, close);
  const nameFault = faultsByField(making.error).name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shown === null) return;
    // A second one would take the place of that which is on the device, and which the service may know: nobody could
    // sign in with it any more.
    const made = isMade(making.error) ? making.variables : undefined;
    making.mutate(made ?? makePasskey(shown.passkey_options));
  };
  return (
    <Modal opened={begun !== null} {...stay} onExitTransitionEnd={onClosed} title="Set up a passkey">
      <form className={form.stack} noValidate onSubmit={submit}>
        <p className={classes.lead}>
          Your browser asks for your fingerprint, your face, the PIN of this device or a security key.
          Whichever you use stays with you: the service only gets a proof.
        </p>
        {making.isError && (
          <FailureNotice
            error={passkeyFailure(making.error, 'make')}
            inputs={{ name }}
            ifLost={mayBeSetUp(making.error) ? MAY_BE_SET_UP : undefined}
          />
        )}
        <FactorName value={name} error={nameFault} onChange={setName} />
        <Button type="submit" fullWidth data-autofocus loading={making.isPending}>
          Create the passkey
        </Button>
      </form>
    </Modal>
  );
}
