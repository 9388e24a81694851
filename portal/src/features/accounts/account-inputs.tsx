import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Role } from '../../../../shared/domain/roles.js';
import { longestInput } from '../../lib/longest-input.js';
import { roleChoice } from '../../lib/role-words.js';

/** The person an account is for, and its role. */
export interface AccountFields {
  email: string;
  role: string;
  name: string;
}

/** The account as the API takes it. */
export function accountOf({ email, role, name }: AccountFields) {
  return { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) };
}

/** What can be validated without asking the API. */
export const ACCOUNT_RULES = {
  email: (value: string) => (value.includes('@') ? null : 'Enter an e-mail address.'),
};

/** The inputs for these fields. */
export function AccountInputs<Values extends AccountFields>({
  fields,
  roles,
}: {
  fields: UseFormReturnType<Values>;
  roles: readonly Role[];
}) {
  return (
    <>
      <TextInput
        label="E-mail address"
        type="email"
        autoComplete="off"
        data-autofocus
        key={fields.key('email')}
        {...fields.getInputProps('email')}
      />
      <NativeSelect
        label="Role"
        data={roles.map((role) => ({ value: role, label: roleChoice(role) }))}
        key={fields.key('role')}
        {...fields.getInputProps('role')}
      />
      <NameInput label="Name (optional)" {...fields.getInputProps('name')} key={fields.key('name')} />
    </>
  );
}

/** What a person is called. */
export function NameInput(props: TextInputProps) {
  return <TextInput autoComplete="off" maxLength={longestInput(200)} {...props} />;
}
