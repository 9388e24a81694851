import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { WireUser } from '../../../../shared/wire/admin.js';
import { request } from '../../lib/api/request.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FormDialog } from '../../lib/ui/form-dialog.js';
import { NameInput } from './account-inputs.js';

interface RenameDialogProps {
  /** Where the accounts are in the API. */
  path: string;
  user: WireUser;
  onClose: () => void;
}

/** Says what a member of staff is called in lists and in the audit log. */
export function RenameDialog({ path, user, onClose }: RenameDialogProps) {
  const queryClient = useQueryClient();
  const fields = useUnsentForm(`name of ${user.user_id}`, {
    initialValues: { name: user.name ?? '' },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  return (
    <FormDialog
      title={`Name of ${user.email}`}
      action="Save the name"
      fields={fields}
      send={({ name }) =>
        request<WireUser>(`${path}/${encodeURIComponent(user.user_id)}`, {
          method: 'PATCH',
          body: { name: name.trim() },
        })
      }
      onSent={({ name, email }) => {
        void queryClient.invalidateQueries({ queryKey: [path] });
        notifications.show({ title: 'Saved', message: `${email} is now called ${name}.` });
        onClose();
      }}
      onClose={onClose}
    >
      <NameInput
        label="Name"
        description="Colleagues see it in lists and in the audit log."
        data-autofocus
        key={fields.key('name')}
        {...fields.getInputProps('name')}
      />
    </FormDialog>
  );
}
