import { Button } from '@mantine/core';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { MoveCreditsDialog } from './move-credits-dialog.js';
import { SuspendClient } from './suspend-client.js';
import { useClientWallet } from './use-client-wallet.js';

/** An admin's most frequent actions on a client. */
export function ClientActions({ client }: { client: WireClient }) {
  const wallet = useClientWallet(client.client_id);
  const [moving, setMoving] = useUnsent(`moving credits of ${client.client_id}`, false);
  return (
    <>
      <SuspendClient client={client} />
      <Button onClick={() => setMoving(true)}>Add or take credits</Button>
      {moving && (
        <MoveCreditsDialog
          clientId={client.client_id}
          wallet={wallet.data}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  );
}
