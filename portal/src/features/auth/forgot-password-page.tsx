import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api/request.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import text from '../../lib/ui/text.module.css';
import classes from './auth.module.css';
import { AuthCard } from './auth-card.js';

/** Requests a link for setting a new password. The answer does not reveal whether the account exists. */
export function ForgotPasswordPage() {
  const fields = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter your e-mail address.') },
  });
  const wish = useMutation({
    mutationFn: ({ email }: { email: string }) =>
      request('/password-resets', { method: 'POST', body: { email: email.trim() } }),
  });
  return (
    <AuthCard title="Forgotten password" lead="We will send you a link to choose a new one.">
      <form className={form.stack} noValidate onSubmit={fields.onSubmit((values) => wish.mutate(values))}>
        <FailureNotice error={wish.error} />
        {wish.isSuccess && (
          <Notice tone="plain" alert>
            If there is an account with this address, an e-mail is on its way to it. The link is valid for 30
            minutes.
          </Notice>
        )}
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          autoFocus
          key={fields.key('email')}
          {...fields.getInputProps('email')}
        />
        <Button type="submit" fullWidth size="md" loading={wish.isPending}>
          Send the link
        </Button>
        <p className={classes.help}>
          <a href="/" className={text.plainLink}>
            Back to sign-in
          </a>
        </p>
      </form>
    </AuthCard>
  );
}
