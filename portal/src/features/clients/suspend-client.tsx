import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { useChangeClient } from './use-change-client.js';

/** Suspends a client, or lifts the suspension. */
export function SuspendClient({ client }: { client: WireClient }) {
  const [asking, ask] = useDisclosure(false);
  const change = useChangeClient(client.client_id);
  const { suspended } = client;
  return (
    <>
      <Button variant="default" onClick={ask.open}>
        {suspended ? 'Lift the suspension' : 'Suspend'}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={suspended ? `Let ${client.name} in again?` : `Suspend ${client.name}?`}
        action={suspended ? 'Lift the suspension' : 'Suspend'}
        dangerous={!suspended}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ suspended: !suspended }, { onSuccess: ask.close })}
        onClose={ask.close}
      >
        {suspended
          ? 'Its users can sign in again and its API keys work again.'
          : 'Every user of it is signed out and its API keys are refused, at once. Checks that are under way are finished. Credits and reports stay.'}
      </ConfirmDialog>
    </>
  );
}
