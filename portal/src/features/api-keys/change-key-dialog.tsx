import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { WireApiKey } from '../../../../shared/wire/api-key.js';
import { request } from '../../lib/api/request.js';
import { changesOf } from '../../lib/changes.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FormDialog } from '../../lib/ui/form-dialog.js';
import { API_KEYS_KEY } from './api-keys-key.js';
import { KeyFields } from './key-fields.js';
import { bodyOf, KEY_RULES, type KeyValues, valuesOf } from './key-values.js';

interface ChangeKeyDialogProps {
  apiKey: WireApiKey;
  onClose: () => void;
}

/** Changes a key's name, scopes, networks and limits. The secret stays the same. */
export function ChangeKeyDialog({ apiKey, onClose }: ChangeKeyDialogProps) {
  const queryClient = useQueryClient();
  const fields = useUnsentForm<KeyValues>(`change of ${apiKey.api_key_id}`, {
    initialValues: valuesOf(apiKey.mode, apiKey),
    validate: KEY_RULES,
  });
  return (
    <FormDialog
      title={`Change ${apiKey.name}`}
      action="Change the key"
      fields={fields}
      send={(values) =>
        request(`/api-keys/${encodeURIComponent(apiKey.api_key_id)}`, {
          method: 'PATCH',
          body: changesOf(bodyOf(fields.getInitialValues()), bodyOf(values)),
        })
      }
      onSent={() => {
        void queryClient.invalidateQueries({ queryKey: API_KEYS_KEY });
        notifications.show({ title: 'Key changed', message: 'The change applies from the next request.' });
        onClose();
      }}
      onClose={onClose}
    >
      <KeyFields fields={fields} />
    </FormDialog>
  );
}
