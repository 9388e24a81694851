import { useQueryClient } from '@tanstack/react-query';
import { CLIENT_ROLES, type Role, STAFF_ROLES } from '../../../../shared/domain/roles.js';
import type { WireUserWithPassword } from '../../../../shared/wire/admin.js';
import { request } from '../../lib/api/request.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FormDialog } from '../../lib/ui/form-dialog.js';
import { ACCOUNT_RULES, type AccountFields, AccountInputs, accountOf } from './account-inputs.js';

interface NewAccountDialogProps {
  path: string;
  staff: boolean;
  onClose: () => void;
  onCreated: (user: WireUserWithPassword) => void;
}

/** Creates an account; the API answers with its temporary password. */
export function NewAccountDialog({ path, staff, onClose, onCreated }: NewAccountDialogProps) {
  const queryClient = useQueryClient();
  const roles: readonly Role[] = staff ? STAFF_ROLES : CLIENT_ROLES;
  const fields = useUnsentForm<AccountFields>(`account at ${path}`, {
    initialValues: { email: '', role: roles[0] ?? '', name: '' },
    validate: ACCOUNT_RULES,
  });
  return (
    <FormDialog
      title={staff ? 'New member of staff' : 'New user'}
      action="Create the account"
      fields={fields}
      send={(values) => request<WireUserWithPassword>(path, { method: 'POST', body: accountOf(values) })}
      onSent={(user) => {
        void queryClient.invalidateQueries({ queryKey: [path] });
        onCreated(user);
      }}
      ifLost="The account may have been created. Then it is in the list, and nobody has seen its password: give it a new one there."
      onClose={onClose}
    >
      <AccountInputs fields={fields} roles={roles} />
    </FormDialog>
  );
}
