import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import type { WireNewFactor, WireTotpSetUp } from '../../../../shared/wire/second-factor.js';
import { faultsByField } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { CopyButton } from '../../lib/ui/copy-button.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import text from '../../lib/ui/text.module.css';
import { useStayWhile } from '../../lib/ui/use-stay-while.js';
import { useUntilClosed } from '../../lib/ui/use-until-closed.js';
import { FactorName, named } from './factor-name.js';
import { MAY_BE_SET_UP, mayBeSetUp } from './may-be-set-up.js';
import classes from './security.module.css';

interface TotpDialogProps {
  /** What the API has prepared; null while the dialog is closed. */
  begun: WireTotpSetUp | null;
  onClose: () => void;
  onAdded: (factor: WireNewFactor) => void;
  /** Called after the dialog is closed while it is not known whether the app was added. */
  onUnclear: (() => void) | undefined;
}

/** Shows the secret for an authenticator app as a QR code, and asks for a code from the app. */
export function TotpDialog({ begun, onClose, onAdded, onUnclear }: TotpDialogProps) {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const { shown, onClosed } = useUntilClosed(begun);
  const confirmation = useMutation({
    mutationFn: (totp: string) =>
      request<WireNewFactor>('/me/second-factor/totp/confirm', {
        method: 'POST',
        body: { challenge: begun?.challenge, totp, ...named(name) },
      }),
    onSuccess: (factor) => {
      empty();
      onAdded(factor);
    },
  });
  // The next secret has codes of its own.
  const empty = () => {
    setCode('');
    setName('');
  };
  const close = () => {
    empty();
    confirmation.reset();
    onClose();
    if (mayBeSetUp(confirmation.error)) onUnclear?.();
  };
  const stay = useStayWhile(confirmation.isPending, close);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirmation.mutate(code);
  };
  const faults = faultsByField(confirmation.error);
  return (
    <Modal
      opened={begun !== null}
      {...stay}
      onExitTransitionEnd={onClosed}
      title="Set up an authenticator app"
    >
      {shown !== null && (
        <form className={form.stack} noValidate onSubmit={submit}>
          <p className={classes.lead}>Scan this with the app, or copy the secret into it.</p>
          <img className={classes.code} src={qrCodeOf(shown.otpauth_uri)} alt="QR code for the app" />
          <div className={classes.secret}>
            <code className={text.mono} data-testid="totp-secret">
              {shown.secret}
            </code>
            <CopyButton value={shown.secret} what="secret" />
          </div>
          <FailureNotice error={confirmation.error} inputs={INPUTS} ifLost={MAY_BE_SET_UP} />
          <TextInput
            label="Code that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={faults.totp}
          />
          <FactorName value={name} error={faults.name} onChange={setName} />
          <Button type="submit" fullWidth loading={confirmation.isPending} disabled={code.trim() === ''}>
            Confirm
          </Button>
        </form>
      )}
    </Modal>
  );
}

/** By the names of the API: what is wrong with them is said beside them. */
const INPUTS = { totp: true, name: true };

/** Drawn in the page: the secret is sent to nobody else. */
function qrCodeOf(uri: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 0 }))}`;
}
