import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { WireUser } from '../../../../shared/wire/admin.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { useAccount } from '../../lib/session/session.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { useMay } from '../../lib/session/use-may.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { SecretDialog } from '../../lib/ui/secret-dialog.js';
import { accountColumns } from './account-columns.js';
import { type AccountChange, ChangeAccountDialog } from './change-account-dialog.js';
import { NewAccountDialog } from './new-account-dialog.js';
import { RenameDialog } from './rename-dialog.js';

interface AccountsPanelProps {
  title: string;
  /** The accounts' path in the API. */
  path: string;
  /** Staff accounts, which have roles of their own. */
  staff?: boolean;
  /** Shown when there are none. */
  empty: string;
}

/** Lists accounts, with ways to add one, change its role, suspend it or give it a new password. */
export function AccountsPanel({ title, path, staff = false, empty }: AccountsPanelProps) {
  const changing = useMay()(staff ? 'manage_staff' : 'manage_clients');
  const { user_id: ownId } = useAccount();
  const list = usePagedList<WireUser>(path);
  const [creating, setCreating] = useUnsent(`opening an account at ${path}`, false);
  const [change, setChange] = useState<AccountChange | null>(null);
  const [renamed, setRenamed] = useUnsent<WireUser | null>(`account to rename at ${path}`, null);
  const [password, setPassword] = useState<string | null>(null);
  return (
    <Panel
      title={title}
      flush
      aside={
        changing && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {staff ? 'New member of staff' : 'New user'}
          </Button>
        )
      }
    >
      <PagedTable
        label={title}
        list={list}
        columns={accountColumns({ staff, ownId, changing, onChange: setChange, onRename: setRenamed })}
        keyOf={({ user_id }) => user_id}
        empty={<EmptyState title="Nobody yet">{empty}</EmptyState>}
      />
      {creating && (
        <NewAccountDialog
          path={path}
          staff={staff}
          onClose={() => setCreating(false)}
          onCreated={({ temporary_password }) => {
            setCreating(false);
            setPassword(temporary_password);
          }}
        />
      )}
      {renamed !== null && <RenameDialog path={path} user={renamed} onClose={() => setRenamed(null)} />}
      <ChangeAccountDialog
        path={path}
        change={change}
        onClose={() => setChange(null)}
        onPassword={setPassword}
      />
      <SecretDialog
        secret={password}
        title="Temporary password"
        what="temporary password"
        advice="This is the only time it is shown. Pass it on securely: it must be changed at the first sign-in."
        onClose={() => setPassword(null)}
      />
    </Panel>
  );
}
