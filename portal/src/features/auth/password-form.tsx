import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { faultsByField, mayBeDone, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { passwordIsSent } from '../../lib/session/sent-password.js';
import { useAccount, useSession } from '../../lib/session/session.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { lengthFault, PASSWORD_ADVICE } from './new-password-fault.js';
import { WhosePassword } from './whose-password.js';

interface Passwords {
  current_password: string;
  new_password: string;
}

/** Sets a new password, which ends every session of the account. */
export function PasswordForm() {
  const { email } = useAccount();
  const { end } = useSession();
  const fields = useForm({
    mode: 'uncontrolled',
    initialValues: { current_password: '', new_password: '', repeated: '' },
    validate: {
      current_password: (value) => (value === '' ? 'Enter your current password.' : null),
      new_password: (value) => newPasswordFault(value, email),
      repeated: (value, { new_password }) =>
        value === new_password ? null : 'This is not the same as the new password.',
    },
  });
  const change = useMutation({
    mutationFn: (body: Passwords) => request('/me/password', { method: 'POST', body }),
    onSuccess: () => end('password_changed'),
    onError: (error) => {
      passwordIsSent(mayBeSet(error));
      fields.setErrors(faultsByField(error));
    },
  });
  const submit = fields.onSubmit(({ current_password, new_password }) =>
    change.mutate({ current_password, new_password }),
  );
  const refused = change.isError && toFailure(change.error).faults.length === 0;
  return (
    <form className={`${form.stack} ${form.narrow}`} noValidate onSubmit={submit}>
      {refused && <FailureNotice error={change.error} />}
      <WhosePassword email={email} />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        key={fields.key('current_password')}
        {...fields.getInputProps('current_password')}
      />
      <PasswordInput
        label="New password"
        description={PASSWORD_ADVICE}
        autoComplete="new-password"
        key={fields.key('new_password')}
        {...fields.getInputProps('new_password')}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        key={fields.key('repeated')}
        {...fields.getInputProps('repeated')}
      />
      <div>
        <Button type="submit" loading={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}

/** Without an answer, or where the session has ended: the browser may have sent it a second time by itself. */
function mayBeSet(error: unknown): boolean {
  return toFailure(error).httpStatus === 401 || mayBeDone(error);
}

function newPasswordFault(value: string, email: string): string | null {
  const fault = lengthFault(value);
  if (fault !== null) return fault;
  return value.toLowerCase() === email.toLowerCase() ? 'Your e-mail address cannot be your password.' : null;
}
