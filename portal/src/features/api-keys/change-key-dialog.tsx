import { Button, Group, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireApiKey } from '../../../../shared/wire/api-key.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { API_KEYS_KEY } from './api-keys-key.js';
import { KeyFields } from './key-fields.js';
import { bodyOf, KEY_RULES, type KeyValues, valuesOf } from './key-values.js';

interface ChangeKeyDialogProps {
  apiKey: WireApiKey;
  onClose: () => void;
}

/** Changes what a key is called, may do, and from where. The secret stays. */
export function ChangeKeyDialog({ apiKey, onClose }: ChangeKeyDialogProps) {
  const queryClient = useQueryClient();
  const fields = useForm<KeyValues>({
    mode: 'uncontrolled',
    initialValues: valuesOf(apiKey.mode, apiKey),
    validate: KEY_RULES,
  });
  const change = useMutation({
    mutationFn: (values: KeyValues) =>
      request(`/api-keys/${encodeURIComponent(apiKey.api_key_id)}`, {
        method: 'PATCH',
        body: bodyOf(values),
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: API_KEYS_KEY });
      notifications.show({ title: 'Key changed', message: 'The change holds from the next request on.' });
      onClose();
    },
    onError: (error) => fields.setErrors(faultsByField(error)),
  });
  const refused = change.isError && toFailure(change.error).faults.length === 0;
  return (
    <Modal opened onClose={onClose} title={`Change ${apiKey.name}`}>
      <form className={form.stack} noValidate onSubmit={fields.onSubmit((values) => change.mutate(values))}>
        {refused && <FailureNotice error={change.error} />}
        <KeyFields fields={fields} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Change the key
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
