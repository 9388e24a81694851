import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireInvitation } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { ROLE_WORDS } from '../../lib/role-words.js';
import { Badge } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import classes from './team.module.css';
import { INVITATIONS } from './team-keys.js';

/** Who was invited and has not come yet. */
export function InvitationsPanel() {
  const queryClient = useQueryClient();
  const invitations = useQuery({
    queryKey: [INVITATIONS],
    queryFn: ({ signal }) => request<{ data: WireInvitation[] }>(INVITATIONS, { signal }),
  });
  const act = useMutation({
    mutationFn: ({ id, again }: { id: string; again: boolean }) => {
      const path = `${INVITATIONS}/${encodeURIComponent(id)}`;
      return again ? request(`${path}/resend`, { method: 'POST' }) : request(path, { method: 'DELETE' });
    },
    onSuccess: (_answer, { again }) => {
      void queryClient.invalidateQueries({ queryKey: [INVITATIONS] });
      const message = again
        ? 'A new link is on its way; the one of before is dead.'
        : 'Its link opens nothing any more.';
      notifications.show({ title: again ? 'Sent again' : 'Withdrawn', message });
    },
  });
  return (
    <Panel title="Invited" flush>
      <FailureNotice error={act.error} />
      <QueryView query={invitations}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No open invitations">Whoever is invited is here until they join.</EmptyState>
          ) : (
            <DataTable
              label="Invited"
              columns={columns((id, again) => act.mutate({ id, again }))}
              rows={data}
              keyOf={({ invitation_id }) => invitation_id}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}

function columns(onAct: (id: string, again: boolean) => void): readonly Column<WireInvitation>[] {
  return [
    { header: 'E-mail address', cell: ({ email }) => email },
    { header: 'Role', cell: ({ role }) => ROLE_WORDS[role].name },
    {
      header: 'Good until',
      cell: ({ expired, expires_at }) =>
        expired ? <Badge tone="bad">Over</Badge> : <Moment iso={expires_at} />,
    },
    {
      header: 'Change',
      end: true,
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
    },
  ];
}
