import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
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
};

interface PasswordStepProps {
  reason: EndReason;
  /** Called with the second factor that is also required. */
  onQuestion: (question: ProofQuestion) => void;
}

/** The first step of signing in, for most users the only one; a passkey replaces both. */
export function PasswordStep({ reason, onQuestion }: PasswordStepProps) {
  const { signIn } = useSession();
  const fields = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.includes('@') ? null : 'Enter your e-mail address.'),
      password: (value) => (value === '' ? 'Enter your password.' : null),
    },
  });
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (question) => question !== undefined && onQuestion(question),
  });
  const words = REASONS[reason];
  const send = fields.onSubmit((values) => attempt.mutate(values));
  return (
    <AuthCard title="Sign in" lead="With the account that your administrator created for you.">
      <form
        className={form.stack}
        noValidate
        onSubmit={(event) => {
          // Some password managers fill fields in without the events by which a form learns of it.
          const shown = new FormData(event.currentTarget);
          for (const name of ['email', 'password'] as const) {
            const value = String(shown.get(name) ?? '');
            if (value !== fields.getValues()[name]) fields.setFieldValue(name, value);
          }
          send(event);
        }}
      >
        {words !== undefined && !attempt.isError && (
          <Notice tone="plain" alert>
            {words}
          </Notice>
        )}
        <FailureNotice error={attempt.error} />
        <TextInput
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          key={fields.key('email')}
          {...fields.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          key={fields.key('password')}
          {...fields.getInputProps('password')}
        />
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
