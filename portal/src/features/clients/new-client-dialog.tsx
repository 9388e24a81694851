import { useQueryClient } from '@tanstack/react-query';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { request } from '../../lib/api/request.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FormDialog } from '../../lib/ui/form-dialog.js';
import { CLIENT_RULES, type ClientFields, EMPTY_CLIENT, toClientBody } from './client-fields.js';
import { ClientInputs } from './client-inputs.js';

interface NewClientDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (client: WireClient) => void;
}

/** Adds a client; users and credits are added afterwards, on the client's page. */
export function NewClientDialog({ opened, onClose, onCreated }: NewClientDialogProps) {
  const queryClient = useQueryClient();
  const fields = useUnsentForm<ClientFields>('new client', {
    initialValues: EMPTY_CLIENT,
    validate: CLIENT_RULES,
  });
  return (
    <FormDialog
      opened={opened}
      title="New client"
      action="Add the client"
      fields={fields}
      send={(values) => request<WireClient>('/admin/clients', { method: 'POST', body: toClientBody(values) })}
      onSent={(client) => {
        void queryClient.invalidateQueries({ queryKey: ['/admin/clients'] });
        onCreated(client);
      }}
      ifLost="The client may have been added. Then it is in the list: open it there, and add no other."
      onClose={onClose}
    >
      <ClientInputs fields={fields} />
    </FormDialog>
  );
}
