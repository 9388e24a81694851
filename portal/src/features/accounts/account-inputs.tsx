import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Role } from '../../../../shared/domain/roles.js';
import { roleChoice } from '../../lib/role-words.js';

/** Who is to have an account, and as what. */
export interface AccountFields {
  email: string;
  role: string;
}

/** What can be judged before asking the API. */
export const ACCOUNT_RULES = {
  email: (value: string) => (value.includes('@') ? null : 'Give an e-mail address.'),
};

/** The inputs for them. */
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
    </>
  );
}
