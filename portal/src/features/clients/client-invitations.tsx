import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useMay } from '../../lib/session/use-may.js';
import { InvitationsPanel } from '../team/invitations-panel.js';
import { InviteDialog } from '../team/invite-dialog.js';

/** Invitations to a client's team, sent by admins and owners; the first owner joins this way. */
export function ClientInvitations({ clientPath }: { clientPath: string }) {
  const changing = useMay()('manage_clients');
  const [inviting, invitation] = useDisclosure(false);
  const path = `${clientPath}/invitations`;
  return (
    <>
      <InvitationsPanel
        path={path}
        changing={changing}
        aside={
          changing && (
            <Button leftSection={<IconMail size={16} />} onClick={invitation.open}>
              Invite by mail
            </Button>
          )
        }
      />
      {inviting && <InviteDialog path={path} firstRole="owner" onClose={invitation.close} />}
    </>
  );
}
