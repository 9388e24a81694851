import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireNewWebhook, WireWebhook } from '../../../../shared/wire/webhook.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { SecretDialog } from '../../lib/ui/secret-dialog.js';
import { SECRET_ADVICE } from './secret-advice.js';

/** Tests an endpoint, replaces its secret, or deletes it. */
export function WebhookActions({ webhook }: { webhook: WireWebhook }) {
  const path = `/webhooks/${encodeURIComponent(webhook.webhook_id)}`;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const test = useMutation({
    mutationFn: () => request(`${path}/test`, { method: 'POST' }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [`${path}/deliveries`] });
      notifications.show({ title: 'Test on its way', message: 'The list shows its progress.' });
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'No test was sent', message: toFailure(error).message }),
  });
  const rotation = useMutation({
    mutationFn: () => request<WireNewWebhook>(`${path}/rotate-secret`, { method: 'POST' }),
    onSuccess: (rotated) => {
      setAsking(null);
      setSecret(rotated.secret);
    },
  });
  const deletion = useMutation({
    mutationFn: () => request(path, { method: 'DELETE' }),
    onSuccess: async () => {
      // The dialog keeps the page until its answer has been dealt with.
      await navigate({ to: '/webhooks', ignoreBlocker: true });
      await queryClient.invalidateQueries({ queryKey: ['/webhooks'] });
    },
  });
  const close = () => {
    rotation.reset();
    deletion.reset();
    setAsking(null);
  };
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      <Button variant="default" onClick={() => setAsking('rotate')}>
        New secret
      </Button>
      <Button variant="default" onClick={() => setAsking('delete')}>
        Delete
      </Button>
      <ConfirmDialog
        opened={asking === 'rotate'}
        title="Generate a new secret?"
        action="Generate a new secret"
        busy={rotation.isPending}
        error={rotation.error}
        ifLost="The new secret may have been generated, and nobody has seen it: generate another. Messages are also signed with earlier ones for another 24 hours."
        onConfirm={() => rotation.mutate()}
        onClose={close}
      >
        For 24 hours, messages are signed with the new one and with earlier ones. Put the new one into your
        system by then.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        title="Delete this webhook?"
        action="Delete"
        dangerous
        busy={deletion.isPending}
        error={deletion.error}
        onConfirm={() => deletion.mutate()}
        onClose={close}
      >
        Nothing is sent to {webhook.url} any more, and its list of messages is deleted.
      </ConfirmDialog>
      <SecretDialog
        secret={secret}
        title="The new signing secret"
        what="signing secret"
        advice={SECRET_ADVICE}
        onClose={() => setSecret(null)}
      />
    </>
  );
}
