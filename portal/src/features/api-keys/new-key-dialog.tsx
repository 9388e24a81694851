import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireNewApiKey } from '../../../../shared/wire/api-key.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { longestInput } from '../../lib/longest-input.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { API_KEYS_KEY } from './api-keys-key.js';

interface NewKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (key: WireNewApiKey) => void;
}

/** Asks for the name of a new key and, if it should end by itself, the day. */
export function NewKeyDialog({ opened, onClose, onCreated }: NewKeyDialogProps) {
  const queryClient = useQueryClient();
  const fields = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', expires_at: '' },
    validate: { name: (value) => (value.trim() === '' ? 'Say which system the key is for.' : null) },
  });
  const creation = useMutation({
    mutationFn: ({ name, expires_at }: { name: string; expires_at: string }) =>
      request<WireNewApiKey>('/api-keys', {
        method: 'POST',
        body: { name: name.trim(), ...(expires_at !== '' && { expires_at: endOfDay(expires_at) }) },
      }),
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: API_KEYS_KEY });
      fields.reset();
      onCreated(key);
    },
    onError: (error) => fields.setErrors(faultsByField(error)),
  });
  const refused = creation.isError && toFailure(creation.error).faults.length === 0;
  return (
    <Modal opened={opened} onClose={onClose} title="New API key">
      <form className={form.stack} noValidate onSubmit={fields.onSubmit((values) => creation.mutate(values))}>
        {refused && <FailureNotice error={creation.error} />}
        <TextInput
          label="Name"
          description="The system that will use it, for example: HR onboarding."
          maxLength={longestInput(100)}
          data-autofocus
          key={fields.key('name')}
          {...fields.getInputProps('name')}
        />
        <TextInput
          label="Last day (optional)"
          description="Without one the key works until it is revoked."
          type="date"
          key={fields.key('expires_at')}
          {...fields.getInputProps('expires_at')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            Make the key
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** The last moment of a day of the viewer. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}
