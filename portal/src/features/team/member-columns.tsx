import { Button } from '@mantine/core';
import { CLIENT_ROLES } from '../../../../shared/domain/roles.js';
import type { WireMember } from '../../../../shared/wire/team.js';
import { Badge } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import { Person } from '../../lib/ui/person.js';
import { RoleSelect } from '../accounts/role-select.js';
import type { MemberChange } from './change-member-dialog.js';
import classes from './team.module.css';

interface MemberColumnsOptions {
  /** The viewer's own id: what they do to themselves is marked as such. */
  ownId: string;
  onChange: (change: MemberChange) => void;
  onLimits: (member: WireMember) => void;
}

/** The columns of the list of people. */
export function memberColumns({ ownId, ...handlers }: MemberColumnsOptions): readonly Column<WireMember>[] {
  return [
    {
      header: 'Person',
      phone: 'title',
      cell: (member) => <Person {...member} own={member.user_id === ownId} />,
    },
    {
      header: 'Role',
      phone: 'line',
      cell: (member) => (
        <RoleSelect
          {...member}
          roles={CLIENT_ROLES}
          onChoose={(role) => handlers.onChange({ kind: 'role', member, role })}
        />
      ),
    },
    {
      header: 'State',
      phone: 'aside',
      cell: ({ suspended }) => (
        <Badge tone={suspended ? 'bad' : 'good'}>{suspended ? 'Suspended' : 'Active'}</Badge>
      ),
    },
    {
      header: 'Second factor',
      phone: 'named-below',
      cell: ({ second_factor }) =>
        second_factor ? <Badge tone="good">Set up</Badge> : <Badge tone="plain">None</Badge>,
    },
    {
      header: 'Last seen',
      room: 'small',
      phone: 'named-below',
      cell: ({ last_seen_at }) => (last_seen_at === null ? 'Never' : <Moment iso={last_seen_at} />),
    },
    {
      header: 'Actions',
      end: true,
      phone: 'acts',
      cell: (member) => <Actions member={member} own={member.user_id === ownId} {...handlers} />,
    },
  ];
}

type Props = Omit<MemberColumnsOptions, 'ownId'> & { member: WireMember };

/** People cannot lock themselves out here; another owner can. */
function Actions({ member, own, onChange, onLimits }: Props & { own: boolean }) {
  const { email, suspended } = member;
  return (
    <span className={classes.actions}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Spending limits of ${email}`}
        onClick={() => onLimits(member)}
      >
        Limits
      </Button>
      {!own && (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            color={suspended ? 'petrol' : 'red'}
            aria-label={suspended ? `Reactivate ${email}` : `Suspend ${email}`}
            onClick={() => onChange({ kind: 'suspended', member, suspended: !suspended })}
          >
            {suspended ? 'Reactivate' : 'Suspend'}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            color="red"
            aria-label={`Remove ${email}`}
            onClick={() => onChange({ kind: 'removed', member })}
          >
            Remove
          </Button>
        </>
      )}
    </span>
  );
}
