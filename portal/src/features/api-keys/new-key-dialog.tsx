import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireNewApiKey } from '../../../../shared/wire/api-key.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { useAccount } from '../../lib/session/session.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { API_KEYS_KEY } from './api-keys-key.js';
import { KeyFields } from './key-fields.js';
import { bodyOf, KEY_RULES, type KeyValues, valuesOf } from './key-values.js';

interface NewKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (key: WireNewApiKey) => void;
}

/** Asks what a new key is for, what it may do, from where, and, if it should end by itself, the day. */
export function NewKeyDialog({ opened, onClose, onCreated }: NewKeyDialogProps) {
  const { mode } = useAccount();
  const queryClient = useQueryClient();
  const fields = useForm<KeyValues>({
    mode: 'uncontrolled',
    initialValues: valuesOf(mode),
    validate: KEY_RULES,
  });
  const creation = useMutation({
    mutationFn: (values: KeyValues) =>
      request<WireNewApiKey>('/api-keys', {
        method: 'POST',
        body: {
          ...bodyOf(values),
          mode: values.mode,
          ...(values.expires_at !== '' && { expires_at: endOfDay(values.expires_at) }),
        },
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
        {mode === 'live' && (
          <NativeSelect
            label="For"
            description="A key of test mode never reaches a source, costs nothing, and is listed in test mode."
            data={[
              { value: 'live', label: 'Live checks' },
              { value: 'test', label: 'Tests' },
            ]}
            key={fields.key('mode')}
            {...fields.getInputProps('mode')}
          />
        )}
        <KeyFields fields={fields} />
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
