import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireMember, WireTeamSettings } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { SETTINGS, TEAM } from './team-keys.js';

/** Whether everyone in the team needs a second factor; how many have none is shown once the members are loaded. */
export function SecondFactorPanel({ members }: { members: readonly WireMember[] | undefined }) {
  const queryClient = useQueryClient();
  // The question stays what it was when it was asked, whatever another owner sets meanwhile.
  const [asked, setAsked] = useState<'require' | 'make optional' | null>(null);
  const requires = asked === 'require';
  const settings = useQuery({
    queryKey: [SETTINGS],
    queryFn: ({ signal }) => request<WireTeamSettings>(SETTINGS, { signal }),
  });
  const change = useMutation({
    mutationFn: (demanded: boolean) =>
      request<WireTeamSettings>(SETTINGS, { method: 'PATCH', body: { require_second_factor: demanded } }),
    onSuccess: (now) => {
      queryClient.setQueryData([SETTINGS], now);
      // The person who has just required it may be the first who needs one: the next answer says so.
      void queryClient.invalidateQueries({ queryKey: [TEAM] });
      notifications.show({ title: 'Saved', message: wordsOf(now) });
      setAsked(null);
    },
  });
  const without = withoutWords(
    members?.filter(({ second_factor, suspended }) => !second_factor && !suspended).length,
  );
  return (
    <Panel title="Second factor">
      <QueryView query={settings} rows={1}>
        {({ require_second_factor: demanded }) => (
          <>
            <Switch
              label="Require a second factor for everyone on the team"
              description={demanded ? 'Systems with an API key keep working as they do.' : without}
              checked={demanded}
              onChange={() => setAsked(demanded ? 'make optional' : 'require')}
            />
            <ConfirmDialog
              opened={asked !== null}
              title={requires ? 'Require a second factor?' : 'Make it optional?'}
              action={requires ? 'Require it' : 'Make it optional'}
              dangerous={!requires}
              busy={change.isPending}
              error={change.error}
              onConfirm={() => change.mutate(requires)}
              onClose={() => {
                change.reset();
                setAsked(null);
              }}
            >
              {requires
                ? `${without} Whoever has none can do nothing but set one up, from their next click on. Whoever set one up in another session has to sign in again.`
                : 'A stolen password alone is then enough to sign in as somebody without a second factor.'}
            </ConfirmDialog>
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function withoutWords(count: number | undefined): string {
  if (count === undefined) return '';
  if (count === 0) return 'Everybody has one.';
  return count === 1 ? 'One person has none yet.' : `${count} people have none yet.`;
}

function wordsOf({ require_second_factor: demanded }: WireTeamSettings): string {
  return demanded ? 'Everybody needs a second factor now.' : 'A second factor is up to each person now.';
}
