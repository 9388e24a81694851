import { NativeSelect } from '@mantine/core';
import type { Role } from '../../../../shared/domain/roles.js';
import { ROLE_WORDS } from '../../lib/role-words.js';
import classes from './accounts.module.css';

interface RoleSelectProps<Choice extends Role> {
  email: string;
  role: Role;
  roles: readonly Choice[];
  onChoose: (role: Choice) => void;
}

/**
 * A person's role in a list. A choice takes effect only once it is confirmed; until then the list shows the current
 * role.
 */
export function RoleSelect<Choice extends Role>({ email, role, roles, onChoose }: RoleSelectProps<Choice>) {
  return (
    <NativeSelect
      aria-label={`Role of ${email}`}
      size="xs"
      className={classes.role ?? ''}
      value={role}
      data={roles.map((one) => ({ value: one, label: ROLE_WORDS[one].name }))}
      onChange={({ currentTarget }) => {
        const chosen = roles.find((one) => one === currentTarget.value);
        if (chosen !== undefined && chosen !== role) onChoose(chosen);
      }}
    />
  );
}
