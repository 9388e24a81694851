import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireSession } from '../../../../shared/wire/session.js';
import { request } from '../../lib/api/request.js';
import { formatMoment } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { useHeadingInstead } from '../../lib/ui/use-heading-instead.js';

const SESSIONS_KEY = ['/me/sessions'];

/** The account's sessions, each of which can be ended here. */
export function SessionsPanel() {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => request<{ data: WireSession[] }>('/me/sessions', { signal }),
  });
  const end = useMutation({
    mutationFn: (path: string) => request(`/me/sessions${path}`, { method: 'DELETE' }),
    onSuccess: (_answer, path) => {
      const message = path === '' ? 'Only this session is left.' : 'That session has ended.';
      notifications.show({ title: 'Signed out', message });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
  const others = query.data?.data.some(({ current }) => !current) === true;
  // The button that ends all others goes with them.
  useHeadingInstead(others);
  return (
    <Panel
      title="Where you are signed in"
      flush
      {...(others && {
        aside: (
          <Button variant="default" size="compact-sm" loading={end.isPending} onClick={() => end.mutate('')}>
            Sign out everywhere else
          </Button>
        ),
      })}
    >
      <FailureNotice error={end.error} />
      <QueryView query={query} rows={2}>
        {({ data }) => (
          <DataTable
            label="Sessions"
            columns={sessionColumns(({ session_id }) => end.mutate(`/${session_id}`))}
            rows={data}
            keyOf={({ session_id }) => session_id}
          />
        )}
      </QueryView>
    </Panel>
  );
}

function sessionColumns(onEnd: (session: WireSession) => void): readonly Column<WireSession>[] {
  return [
    { header: 'Device', phone: 'title', cell: ({ device }) => device },
    { header: 'Through', phone: 'below', cell: ({ kind }) => (kind === 'portal' ? 'Portal' : 'API token') },
    { header: 'Address', phone: 'below', cell: ({ ip_address }) => ip_address ?? 'Unknown' },
    { header: 'Signed in', phone: 'named-below', cell: ({ created_at }) => <Moment iso={created_at} /> },
    { header: 'Last used', phone: 'named-below', cell: ({ last_used_at }) => <Moment iso={last_used_at} /> },
    {
      header: 'End',
      end: true,
      phone: 'aside',
      cell: (session) =>
        session.current ? (
          <Badge tone="good">This one</Badge>
        ) : (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Sign out ${session.device}, signed in ${formatMoment(session.created_at)}`}
            onClick={() => onEnd(session)}
          >
            Sign out
          </Button>
        ),
    },
  ];
}
