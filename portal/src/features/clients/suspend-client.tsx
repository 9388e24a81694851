import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { useChangeClient } from './use-change-client.js';

/** Suspends a client, or lifts the suspension. */
export function SuspendClient({ client }: { client: WireClient }) {
  // The question stays what it was when it was asked: a colleague may answer it meanwhile, and the button would turn
  // into its opposite under the hand.
  const [asked, setAsked] = useState<'suspend' | 'lift' | null>(null);
  const change = useChangeClient(client.client_id);
  const lifts = asked === 'lift';
  const close = () => {
    change.reset();
    setAsked(null);
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsked(client.suspended ? 'lift' : 'suspend')}>
        {client.suspended ? 'Lift the suspension' : 'Suspend'}
      </Button>
      <ConfirmDialog
        opened={asked !== null}
        title={lifts ? `Lift the suspension of ${client.name}?` : `Suspend ${client.name}?`}
        action={lifts ? 'Lift the suspension' : 'Suspend'}
        dangerous={!lifts}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ suspended: !lifts }, { onSuccess: close })}
        onClose={close}
      >
        {lifts
          ? 'Its users can sign in again and its API keys work again.'
          : 'Its users are signed out and its API keys are refused at once. Checks that are under way are finished, and batches pause. Credits and reports stay.'}
      </ConfirmDialog>
    </>
  );
}
