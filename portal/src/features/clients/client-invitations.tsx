import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useUnsent } from '../../lib/session/unsent.js';
import { useMay } from '../../lib/session/use-may.js';
import { InvitationsPanel } from '../team/invitations-panel.js';
import { InviteDialog } from '../team/invite-dialog.js';

/** Invitations to a client's team, sent by admins and owners; the first owner joins this way. */
export function ClientInvitations({ clientPath }: { clientPath: string }) {
  const changing = useMay()('manage_clients');
  const path = `${clientPath}/invitations`;
  const [inviting, setInviting] = useUnsent(`inviting to ${path}`, false);
  return (
    <>
      <InvitationsPanel
        path={path}
        changing={changing}
        aside={
          changing && (
            <Button leftSection={<IconMail size={16} />} onClick={() => setInviting(true)}>
              Invite by e-mail
            </Button>
          )
        }
      />
      {inviting && <InviteDialog path={path} firstRole="owner" onClose={() => setInviting(false)} />}
    </>
  );
}
