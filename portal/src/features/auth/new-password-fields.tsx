import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { lengthFault, PASSWORD_ADVICE } from './new-password-fault.js';
import { WhosePassword } from './whose-password.js';

interface NewPasswordFieldsProps {
  /** Also asks for a name, with this initial value; undefined does not. */
  name?: string | undefined;
  /** Whose password it is, where that is known. */
  email?: string;
  action: string;
  busy: boolean;
  error: unknown;
  onSubmit: (values: { name: string; password: string }) => void;
}

/** Asks someone who followed a link to choose a password. */
export function NewPasswordFields({ name, email, action, busy, error, onSubmit }: NewPasswordFieldsProps) {
  const fields = useForm({
    mode: 'uncontrolled',
    initialValues: { name: name ?? '', password: '', repeated: '' },
    validate: {
      password: lengthFault,
      repeated: (value, { password }) => (value === password ? null : 'This is not the same password.'),
    },
  });
  const faults = Object.values(faultsByField(error));
  return (
    <form className={form.stack} noValidate onSubmit={fields.onSubmit(onSubmit)}>
      {error !== null && faults.length === 0 && <FailureNotice error={toFailure(error)} />}
      {email !== undefined && <WhosePassword email={email} />}
      {name !== undefined && (
        <TextInput
          label="Your name"
          autoComplete="name"
          key={fields.key('name')}
          {...fields.getInputProps('name')}
        />
      )}
      <PasswordInput
        label="New password"
        description={PASSWORD_ADVICE}
        autoComplete="new-password"
        key={fields.key('password')}
        {...fields.getInputProps('password')}
        {...(faults.length > 0 && { error: faults.join(' ') })}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        key={fields.key('repeated')}
        {...fields.getInputProps('repeated')}
      />
      <Button type="submit" fullWidth size="md" loading={busy}>
        {action}
      </Button>
    </form>
  );
}
