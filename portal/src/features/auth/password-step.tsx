import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ProofQuestion } from '../../lib/proof/ask-for-proof.js';
import { type EndReason, useSession } from '../../lib/session/session.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import text from '../../lib/ui/text.module.css';
import classes from './auth.module.css';
import { AuthCard } from './auth-card.js';
import { PasskeyButton } from './passkey-button.js';

const REASONS: Readonly<Record<EndReason, string | undefined>> = {
  none: undefined,
  signed_out: 'You have signed out.',
  expired: 'Your session has ended. Sign in again to continue where you left off.',
  idle: 'You were signed out after 15 minutes without activity. Sign in again to continue where you left off.',
  password_changed: 'Your password has changed. Sign in with the new one.',
  password_sent:
    'Your session has ended, perhaps because your password has changed: no answer came. Sign in with the new one or, if that is refused, with the one before.',
};

interface PasswordStepProps {
  reason: EndReason;
  /** Called with the second factor that is also required. */
  onQuestion: (question: ProofQuestion) => void;
}

/** What is wrong with each field. */
type Faults = Partial<Record<'email' | 'password', string | undefined>>;

/** The first step of signing in, for most users the only one; a passkey replaces both. */
export function PasswordStep({ reason, onQuestion }: PasswordStepProps) {
  const { signIn } = useSession();
  const [faults, setFaults] = useState<Faults>({});
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (question) => question !== undefined && onQuestion(question),
  });
  const words = REASONS[reason];
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Read from the page: some password managers fill fields in without the events by which a form learns of it.
    const shown = new FormData(event.currentTarget);
    const typed = { email: String(shown.get('email') ?? ''), password: String(shown.get('password') ?? '') };
    const found = faultsOf(typed);
    setFaults(found);
    if (Object.keys(found).length === 0) attempt.mutate(typed);
  };
  const fieldOf = (name: keyof Faults) => ({
    name,
    error: faults[name],
    onChange: () => setFaults({ ...faults, [name]: undefined }),
  });
  return (
    <AuthCard title="Sign in" lead="With the account that your administrator created for you.">
      <form className={form.stack} noValidate onSubmit={send}>
        {words !== undefined && !attempt.isError && (
          <Notice tone="plain" alert>
            {words}
          </Notice>
        )}
        <FailureNotice error={attempt.error} />
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoFocus
          {...fieldOf('email')}
        />
        <PasswordInput label="Password" autoComplete="current-password" {...fieldOf('password')} />
        <Button type="submit" fullWidth size="md" loading={attempt.isPending}>
          Sign in
        </Button>
        <PasskeyButton />
        <p className={classes.help}>
          <a href="/forgot-password" className={text.plainLink}>
            Forgotten your password?
          </a>
        </p>
      </form>
    </AuthCard>
  );
}

function faultsOf({ email, password }: { email: string; password: string }): Faults {
  return {
    ...(!email.includes('@') && { email: 'Enter your e-mail address.' }),
    ...(password === '' && { password: 'Enter your password.' }),
  };
}
