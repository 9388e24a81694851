import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { WireNewApiKey } from '../../../../shared/wire/api-key.js';
import { request } from '../../lib/api/request.js';
import { lastMomentOf } from '../../lib/days-as-moments.js';
import { useAccount } from '../../lib/session/session.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { LAST_DAY } from '../../lib/ui/day-input.js';
import { FormDialog } from '../../lib/ui/form-dialog.js';
import { API_KEYS_KEY } from './api-keys-key.js';
import { KeyFields } from './key-fields.js';
import { bodyOf, KEY_RULES, type KeyValues, valuesOf } from './key-values.js';

interface NewKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (key: WireNewApiKey) => void;
}

/** Asks for a new key's name, scopes and networks and, if it is to expire, its last day. */
export function NewKeyDialog({ opened, onClose, onCreated }: NewKeyDialogProps) {
  const { mode } = useAccount();
  const queryClient = useQueryClient();
  const lastDay = useRef<HTMLInputElement>(null);
  const fields = useUnsentForm<KeyValues>('new key', {
    initialValues: valuesOf(mode),
    validate: {
      ...KEY_RULES,
      // A day that is typed in part has no value, like none: the key would never expire.
      expires_at: () =>
        lastDay.current?.validity.badInput === true ? 'Complete this day, or clear the field.' : null,
    },
  });
  return (
    <FormDialog
      opened={opened}
      title="New API key"
      action="Create the key"
      fields={fields}
      send={(values) =>
        request<WireNewApiKey>('/api-keys', {
          method: 'POST',
          body: {
            ...bodyOf(values),
            mode: values.mode,
            ...(values.expires_at !== '' && { expires_at: lastMomentOf(values.expires_at) }),
          },
        })
      }
      onSent={(key) => {
        void queryClient.invalidateQueries({ queryKey: API_KEYS_KEY });
        fields.reset();
        onCreated(key);
      }}
      ifLost="The key may have been created. Then it is in the list, and nobody has seen its secret: revoke it, and create another."
      onClose={onClose}
    >
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
        description="Without one, the key works until it is revoked."
        type="date"
        ref={lastDay}
        max={LAST_DAY}
        key={fields.key('expires_at')}
        {...fields.getInputProps('expires_at')}
      />
    </FormDialog>
  );
}
