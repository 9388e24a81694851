import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { CLIENT_ROLES, type ClientRole } from '../../../../shared/domain/roles.js';
import type { WireInvitation } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FormDialog } from '../../lib/ui/form-dialog.js';
import { ACCOUNT_RULES, type AccountFields, AccountInputs, accountOf } from '../accounts/account-inputs.js';

interface InviteDialogProps {
  /** The invitations' path in the API. */
  path: string;
  /** The role that is preselected. */
  firstRole?: ClientRole;
  onClose: () => void;
}

/** Sends someone a link for joining the team. */
export function InviteDialog({ path, firstRole = 'viewer', onClose }: InviteDialogProps) {
  const queryClient = useQueryClient();
  const fields = useUnsentForm<AccountFields>(`invitation to ${path}`, {
    initialValues: { email: '', name: '', role: firstRole },
    validate: ACCOUNT_RULES,
  });
  return (
    <FormDialog
      title="Invite somebody"
      action="Send the invitation"
      fields={fields}
      send={(values) => request<WireInvitation>(path, { method: 'POST', body: accountOf(values) })}
      onSent={({ email }) => {
        void queryClient.invalidateQueries({ queryKey: [path] });
        notifications.show({ title: 'Invited', message: `An e-mail is on its way to ${email}.` });
        onClose();
      }}
      onClose={onClose}
    >
      <AccountInputs fields={fields} roles={CLIENT_ROLES} />
    </FormDialog>
  );
}
