import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { MoveCreditsDialog } from './move-credits-dialog.js';
import { SuspendClient } from './suspend-client.js';
import { useClientWallet } from './use-client-wallet.js';

/** An admin's most frequent actions on a client. */
export function ClientActions({ client }: { client: WireClient }) {
  const wallet = useClientWallet(client.client_id);
  const [moving, move] = useDisclosure(false);
  return (
    <>
      <SuspendClient client={client} />
      <Button onClick={move.open}>Add or take credits</Button>
      {moving && <MoveCreditsDialog clientId={client.client_id} wallet={wallet.data} onClose={move.close} />}
    </>
  );
}
