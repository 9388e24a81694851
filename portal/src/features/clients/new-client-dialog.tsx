import { Button, Group, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { CLIENT_RULES, type ClientFields, EMPTY_CLIENT, toClientBody } from './client-fields.js';
import { ClientInputs } from './client-inputs.js';

interface NewClientDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (client: WireClient) => void;
}

/** Adds a client; users and credits come afterwards, on its page. */
export function NewClientDialog({ opened, onClose, onCreated }: NewClientDialogProps) {
  const queryClient = useQueryClient();
  const fields = useForm<ClientFields>({
    mode: 'uncontrolled',
    initialValues: EMPTY_CLIENT,
    validate: CLIENT_RULES,
  });
  const creation = useMutation({
    mutationFn: (values: ClientFields) =>
      request<WireClient>('/admin/clients', { method: 'POST', body: toClientBody(values) }),
    onSuccess: (client) => {
      void queryClient.invalidateQueries({ queryKey: ['/admin/clients'] });
      onCreated(client);
    },
    onError: (error) => fields.setErrors(faultsByField(error)),
  });
  const refused = creation.isError && toFailure(creation.error).faults.length === 0;
  return (
    <Modal opened={opened} onClose={onClose} title="New client">
      <form className={form.stack} noValidate onSubmit={fields.onSubmit((values) => creation.mutate(values))}>
        {refused && <FailureNotice error={creation.error} />}
        <ClientInputs fields={fields} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            Add the client
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
