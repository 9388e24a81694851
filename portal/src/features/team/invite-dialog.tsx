import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CLIENT_ROLES, type ClientRole } from '../../../../shared/domain/roles.js';
import type { WireInvitation } from '../../../../shared/wire/team.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { roleChoice } from '../../lib/role-words.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';

interface InviteDialogProps {
  /** Where the invitations are in the API. */
  path: string;
  /** The role that is proposed. */
  firstRole?: ClientRole;
  onClose: () => void;
}

/** Sends somebody a link with which to join the team. */
export function InviteDialog({ path, firstRole = 'viewer', onClose }: InviteDialogProps) {
  const queryClient = useQueryClient();
  const fields = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', name: '', role: firstRole as string },
    validate: { email: (value) => (value.includes('@') ? null : 'Give an e-mail address.') },
  });
  const invitation = useMutation({
    mutationFn: ({ email, name, role }: { email: string; name: string; role: string }) =>
      request<WireInvitation>(path, {
        method: 'POST',
        body: { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) },
      }),
    onSuccess: ({ email }) => {
      void queryClient.invalidateQueries({ queryKey: [path] });
      notifications.show({ title: 'Invited', message: `A mail is on its way to ${email}.` });
      onClose();
    },
    onError: (error) => fields.setErrors(faultsByField(error)),
  });
  const refused = invitation.isError && toFailure(invitation.error).faults.length === 0;
  return (
    <Modal opened onClose={onClose} title="Invite somebody">
      <form
        className={form.stack}
        noValidate
        onSubmit={fields.onSubmit((values) => invitation.mutate(values))}
      >
        {refused && <FailureNotice error={invitation.error} />}
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="off"
          data-autofocus
          key={fields.key('email')}
          {...fields.getInputProps('email')}
        />
        <TextInput
          label="Name"
          autoComplete="off"
          key={fields.key('name')}
          {...fields.getInputProps('name')}
        />
        <NativeSelect
          label="Role"
          data={CLIENT_ROLES.map((role) => ({ value: role, label: roleChoice(role) }))}
          key={fields.key('role')}
          {...fields.getInputProps('role')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invitation.isPending}>
            Send the invitation
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
