import { useQuery } from '@tanstack/react-query';
import type { WireMember } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { useMay } from '../../lib/session/use-may.js';
import { TEAM } from '../team/team-keys.js';

/** What the people of one's team are called, by their ids; nothing for who may not see the team. */
export function useMemberNames(): ReadonlyMap<string, string> {
  const team = useQuery({
    queryKey: [TEAM],
    queryFn: ({ signal }) => request<{ data: WireMember[] }>(TEAM, { signal }),
    enabled: useMay()('manage_team'),
    // The page of the team shows why it could not be loaded: asking again from here would take that away.
    retryOnMount: false,
  });
  const named = team.data?.data.flatMap(({ user_id, name }) =>
    name === null ? [] : [[user_id, name] as const],
  );
  return new Map(named);
}
