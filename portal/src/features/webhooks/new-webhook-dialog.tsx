import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireNewWebhook } from '../../../../shared/wire/webhook.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { useFocusBack } from '../../lib/ui/use-focus-back.js';
import { useStayWhile } from '../../lib/ui/use-stay-while.js';
import { EVENT_WORDS, EVENTS } from './event-words.js';

interface NewWebhookDialogProps {
  onClose: () => void;
  onCreated: (webhook: WireNewWebhook) => void;
}

interface WebhookFields {
  url: string;
  events: string[];
}

/** Asks where to send messages, and about which events. */
export function NewWebhookDialog({ onClose, onCreated }: NewWebhookDialogProps) {
  useFocusBack();
  const queryClient = useQueryClient();
  const fields = useUnsentForm<WebhookFields>('new webhook', {
    mode: 'controlled',
    initialValues: { url: '', events: [...EVENTS] },
    validate: {
      url: (value) =>
        URL.canParse(value.trim())
          ? null
          : 'Enter a complete address, for example https://hooks.example.test/checks.',
      events: (value) => (value.length > 0 ? null : 'Choose at least one event.'),
    },
  });
  const creation = useMutation({
    mutationFn: ({ url, events }: WebhookFields) =>
      request<WireNewWebhook>('/webhooks', { method: 'POST', body: { url: url.trim(), events } }),
    onSuccess: (webhook) => {
      void queryClient.invalidateQueries({ queryKey: ['/webhooks'] });
      onCreated(webhook);
    },
    onError: (error) => fields.setErrors(faultsByField(error, fields.getValues())),
  });
  const refused = creation.isError && toFailure(creation.error).faults.length === 0;
  const stay = useStayWhile(creation.isPending, onClose);
  return (
    <Modal opened {...stay} title="New webhook">
      <form className={form.stack} noValidate onSubmit={fields.onSubmit((values) => creation.mutate(values))}>
        {refused && (
          <FailureNotice
            error={creation.error}
            ifLost="The webhook may have been created. Then it is in the list, and nobody has seen its secret: delete it, and create another."
          />
        )}
        <TextInput
          label="Address"
          type="url"
          autoComplete="off"
          maxLength={2_048}
          data-autofocus
          {...fields.getInputProps('url')}
        />
        <Checkbox.Group label="Events" {...fields.getInputProps('events')}>
          <div className={form.choices}>
            {EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={EVENT_WORDS[event]} />
            ))}
          </div>
        </Checkbox.Group>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={creation.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            Create the webhook
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
