import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireMember } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { useAccount } from '../../lib/session/session.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { DataTable } from '../../lib/ui/data-table.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { LimitsPanel } from '../limits/limits-panel.js';
import { ChangeMemberDialog, type MemberChange } from './change-member-dialog.js';
import { InvitationsPanel } from './invitations-panel.js';
import { InviteDialog } from './invite-dialog.js';
import { memberColumns } from './member-columns.js';
import { MemberLimitsDialog } from './member-limits-dialog.js';
import { SecondFactorPanel } from './second-factor-panel.js';
import { INVITATIONS, TEAM } from './team-keys.js';

/** The members of the viewer's own organisation, their roles, and who is invited. */
export function TeamPage() {
  const { user_id } = useAccount();
  const team = useQuery({
    queryKey: [TEAM],
    queryFn: ({ signal }) => request<{ data: WireMember[] }>(TEAM, { signal }),
  });
  const [inviting, setInviting] = useUnsent('inviting to the team', false);
  const [change, setChange] = useState<MemberChange | null>(null);
  const [limited, setLimited] = useUnsent<WireMember | null>('member to limit', null);
  return (
    <Page
      title="Team"
      lead="The people of your organisation, and what each of them may do."
      actions={
        <Button leftSection={<IconMail size={16} />} onClick={() => setInviting(true)}>
          Invite somebody
        </Button>
      }
    >
      <Panel title="People" flush>
        <QueryView query={team}>
          {({ data }) => (
            <DataTable
              label="People"
              columns={memberColumns({ ownId: user_id, onChange: setChange, onLimits: setLimited })}
              rows={data}
              keyOf={(member) => member.user_id}
            />
          )}
        </QueryView>
      </Panel>
      {/* Only once the list above has its height: otherwise they would move down. */}
      {!team.isPending && (
        <>
          <SecondFactorPanel members={team.data?.data} />
          <InvitationsPanel path={INVITATIONS} />
          <LimitsPanel title="Personal spending limits" of="user" />
        </>
      )}
      {inviting && <InviteDialog path={INVITATIONS} onClose={() => setInviting(false)} />}
      {limited !== null && <MemberLimitsDialog member={limited} onClose={() => setLimited(null)} />}
      <ChangeMemberDialog change={change} onClose={() => setChange(null)} />
    </Page>
  );
}
