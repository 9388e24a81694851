import { Button } from '@mantine/core';
import { STAFF_ROLES } from '../../../../shared/domain/roles.js';
import type { WireUser } from '../../../../shared/wire/admin.js';
import { ROLE_WORDS } from '../../lib/role-words.js';
import { Badge } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import { Moment } from '../../lib/ui/moment.js';
import { Person } from '../../lib/ui/person.js';
import classes from './accounts.module.css';
import type { AccountChange } from './change-account-dialog.js';
import { RoleSelect } from './role-select.js';

interface AccountColumnsOptions {
  staff: boolean;
  /** The viewer's own id. */
  ownId: string;
  /** Whether the viewer may change accounts. */
  changing: boolean;
  onChange: (change: AccountChange) => void;
  onRename: (user: WireUser) => void;
}

/** The columns of a list of accounts. */
export function accountColumns({
  staff,
  ownId,
  changing,
  onChange,
  onRename,
}: AccountColumnsOptions): readonly Column<WireUser>[] {
  const change: Column<WireUser> = {
    header: 'Actions',
    end: true,
    phone: 'acts',
    // People cannot lock themselves out here, and they change their own password on their account page.
    cell: (user) =>
      (staff || user.user_id !== ownId) && (
        <span className={classes.actions}>
          {staff && <Rename user={user} onRename={onRename} />}
          {user.user_id !== ownId && <AccountActions user={user} onChange={onChange} />}
        </span>
      ),
  };
  return [
    { header: 'Person', phone: 'title', cell: (user) => <Person {...user} own={user.user_id === ownId} /> },
    {
      header: 'Role',
      phone: 'line',
      cell: (user) =>
        staff && changing && user.user_id !== ownId ? (
          <RoleSelect
            {...user}
            roles={STAFF_ROLES}
            onChoose={(role) => onChange({ kind: 'role', user, role })}
          />
        ) : (
          ROLE_WORDS[user.role].name
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
      header: 'Last seen',
      room: 'small',
      phone: 'named-below',
      cell: ({ last_seen_at }) => (last_seen_at === null ? 'Never' : <Moment iso={last_seen_at} />),
    },
    ...(changing ? [change] : []),
  ];
}

function Rename({ user, onRename }: Pick<AccountColumnsOptions, 'onRename'> & { user: WireUser }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={`Rename ${user.email}`}
      onClick={() => onRename(user)}
    >
      Rename
    </Button>
  );
}

function AccountActions({ user, onChange }: Pick<AccountColumnsOptions, 'onChange'> & { user: WireUser }) {
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`New password for ${user.email}`}
        onClick={() => onChange({ kind: 'password', user })}
      >
        New password
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Lost device: reset the second factor of ${user.email}`}
        onClick={() => onChange({ kind: 'factor', user })}
      >
        Lost device
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        color={user.suspended ? 'petrol' : 'red'}
        aria-label={user.suspended ? `Reactivate ${user.email}` : `Suspend ${user.email}`}
        onClick={() => onChange({ kind: 'suspended', user, suspended: !user.suspended })}
      >
        {user.suspended ? 'Reactivate' : 'Suspend'}
      </Button>
    </>
  );
}
