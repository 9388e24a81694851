import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WireInvitation } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { ROLE_WORDS } from '../../lib/role-words.js';
import { Badge } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import { Person } from '../../lib/ui/person.js';
import { QueryView } from '../../lib/ui/query-view.js';
import classes from './team.module.css';

interface InvitationsPanelProps {
  /** The invitations' path in the API. */
  path: string;
  /** To the right of the title. */
  aside?: ReactNode;
  /** Whether the viewer may change invitations. */
  changing?: boolean;
}

/** Who was invited and has not joined yet. */
export function InvitationsPanel({ path: invitationsPath, aside, changing = true }: InvitationsPanelProps) {
  const queryClient = useQueryClient();
  const invitations = useQuery({
    queryKey: [invitationsPath],
    queryFn: ({ signal }) => request<{ data: WireInvitation[] }>(invitationsPath, { signal }),
  });
  const act = useMutation({
    mutationFn: ({ id, again }: { id: string; again: boolean }) => {
      const path = `${invitationsPath}/${encodeURIComponent(id)}`;
      return again ? request(`${path}/resend`, { method: 'POST' }) : request(path, { method: 'DELETE' });
    },
    onSuccess: (_answer, { again }) => {
      void queryClient.invalidateQueries({ queryKey: [invitationsPath] });
      const message = again
        ? 'A new link is on its way; the previous one no longer works.'
        : 'Its link no longer works.';
      notifications.show({ title: again ? 'Sent again' : 'Withdrawn', message });
    },
  });
  return (
    <Panel title="Invited" flush aside={aside}>
      <FailureNotice error={act.error} />
      <QueryView query={invitations}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No open invitations" compact>
              {changing ? 'People whom you invite' : 'People who are invited'} are listed here until they
              join.
            </EmptyState>
          ) : (
            <DataTable
              label="Invited"
              columns={columns(changing, (id, again) => act.mutate({ id, again }))}
              rows={data}
              keyOf={({ invitation_id }) => invitation_id}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}

function columns(
  changing: boolean,
  onAct: (id: string, again: boolean) => void,
): readonly Column<WireInvitation>[] {
  const shown: Column<WireInvitation>[] = [
    { header: 'Person', phone: 'title', cell: ({ name, email }) => <Person name={name} email={email} /> },
    { header: 'Role', phone: 'below', cell: ({ role }) => ROLE_WORDS[role].name },
    {
      header: 'Expires',
      phone: 'named-below',
      cell: ({ expired, expires_at }) =>
        expired ? <Badge tone="bad">Expired</Badge> : <Moment iso={expires_at} />,
    },
  ];
  return changing ? [...shown, changeColumn(onAct)] : shown;
}

function changeColumn(onAct: (id: string, again: boolean) => void): Column<WireInvitation> {
  return {
    header: 'Actions',
    end: true,
    phone: 'acts',
    cell: ({ invitation_id, email }) => (
      <span className={classes.actions}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Send again to ${email}`}
          onClick={() => onAct(invitation_id, true)}
        >
          Send again
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          color="red"
          aria-label={`Withdraw the invitation of ${email}`}
          onClick={() => onAct(invitation_id, false)}
        >
          Withdraw
        </Button>
      </span>
    ),
  };
}
