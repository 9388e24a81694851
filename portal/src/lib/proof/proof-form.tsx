import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { ProofMethod } from '../../../../shared/domain/second-factor.js';
import { toFailure } from '../api/failure.js';
import { FailureNotice } from '../ui/failure-notice.js';
import form from '../ui/form.module.css';
import type { ProofQuestion } from './ask-for-proof.js';
import { passkeyFailure } from './passkey-failure.js';
import { askForPasskey, loadPasskeys } from './passkeys.js';

interface ProofFormProps {
  question: ProofQuestion;
  /** The verb on the button. */
  action: string;
  busy: boolean;
  error: unknown;
  onProof: (proof: Partial<Record<ProofMethod, unknown>>) => void;
}

const FIELDS = {
  totp: { label: 'Code from your app', description: 'Six digits, new every 30 seconds.' },
  recovery_code: { label: 'Recovery code', description: 'One of the ten that you stored. Each works once.' },
} as const;

const OTHERS: Readonly<Record<ProofMethod, string>> = {
  totp: 'Use a code from an app instead',
  passkey: 'Use a passkey instead',
  recovery_code: 'Use a recovery code instead',
  password: 'Use your password instead',
};

/** Asks for one proof of identity, by any method the account has. */
export function ProofForm({ question, action, busy, error, onProof }: ProofFormProps) {
  const { methods = [], passkey_options } = question;
  const [method, setMethod] = useState<ProofMethod>(methods[0] ?? 'password');
  const [value, setValue] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);
  // What was wrong with one proof is not said of another.
  const [past, setPast] = useState<unknown>(null);
  const refused = error === past ? null : error;
  const choose = (next: ProofMethod) => {
    setMethod(next);
    setValue('');
    setRefusal(null);
    setPast(error);
  };
  const byPasskey = methods.includes('passkey');
  useEffect(() => {
    // Before the click in which the browser is asked; what goes wrong is said there.
    if (byPasskey) void loadPasskeys().catch(() => undefined);
  }, [byPasskey]);
  // The session goes on: the API says which proof was wrong.
  const fault = refused === null ? undefined : toFailure(refused).faults[0]?.message;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A dialog may be inside another form of the page.
    event.stopPropagation();
    setRefusal(null);
    // Codes are pasted with blanks around them; in a password they are part of it.
    if (method === 'password') return onProof({ password: value });
    if (method !== 'passkey') return onProof({ [method]: value.trim() });
    try {
      onProof({ passkey: await askForPasskey(passkey_options ?? {}) });
    } catch (failure) {
      setRefusal(passkeyFailure(failure));
    }
  };
  return (
    <form className={form.stack} noValidate onSubmit={(event) => void submit(event)}>
      {(fault === undefined || method === 'passkey') && <FailureNotice error={refusal ?? refused} />}
      {/* Another method has an input of its own, which takes the focus as the first one did. */}
      <ProofInput key={method} method={method} value={value} fault={fault} onChange={setValue} />
      <Button type="submit" fullWidth loading={busy} disabled={method !== 'passkey' && value.trim() === ''}>
        {method === 'passkey' ? 'Use your passkey' : action}
      </Button>
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button key={other} variant="default" size="compact-sm" onClick={() => choose(other)}>
            {OTHERS[other]}
          </Button>
        ))}
    </form>
  );
}

interface ProofInputProps {
  method: ProofMethod;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

function ProofInput({ method, value, fault, onChange }: ProofInputProps) {
  if (method === 'passkey') return null;
  const common = {
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    'data-autofocus': true,
    autoFocus: true,
    ...(fault !== undefined && { error: fault }),
  };
  if (method === 'password') {
    return <PasswordInput label="Your password" autoComplete="current-password" {...common} />;
  }
  const hints =
    method === 'totp'
      ? ({ inputMode: 'numeric', autoComplete: 'one-time-code' } as const)
      : { autoComplete: 'off' };
  return <TextInput {...FIELDS[method]} {...hints} {...common} />;
}
