import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CLIENT_ROLES, type Role, STAFF_ROLES } from '../../../../shared/domain/roles.js';
import type { WireUserWithPassword } from '../../../../shared/wire/admin.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { roleChoice } from '../../lib/role-words.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';

interface NewAccountDialogProps {
  path: string;
  staff: boolean;
  onClose: () => void;
  onCreated: (user: WireUserWithPassword) => void;
}

interface AccountFields {
  email: string;
  role: string;
}

/** Opens an account; the API answers with the temporary password. */
export function NewAccountDialog({ path, staff, onClose, onCreated }: NewAccountDialogProps) {
  const queryClient = useQueryClient();
  const roles: readonly Role[] = staff ? STAFF_ROLES : CLIENT_ROLES;
  const fields = useForm<AccountFields>({
    mode: 'uncontrolled',
    initialValues: { email: '', role: roles[0] ?? '' },
    validate: { email: (value) => (value.includes('@') ? null : 'Give an e-mail address.') },
  });
  const creation = useMutation({
    mutationFn: ({ email, role }: AccountFields) =>
      request<WireUserWithPassword>(path, {
        method: 'POST',
        body: { email: email.trim(), role },
      }),
    onSuccess: (user) => {
      void queryClient.invalidateQueries({ queryKey: [path] });
      onCreated(user);
    },
    onError: (error) => fields.setErrors(faultsByField(error)),
  });
  const refused = creation.isError && toFailure(creation.error).faults.length === 0;
  return (
    <Modal opened onClose={onClose} title={staff ? 'New member of staff' : 'New user'}>
      <form className={form.stack} noValidate onSubmit={fields.onSubmit((values) => creation.mutate(values))}>
        {refused && <FailureNotice error={creation.error} />}
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
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            Open the account
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
