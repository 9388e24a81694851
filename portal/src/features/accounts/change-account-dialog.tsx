import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffRole } from '../../../../shared/domain/roles.js';
import type { WireUser, WireUserWithPassword } from '../../../../shared/wire/admin.js';
import { request } from '../../lib/api/request.js';
import { personWords } from '../../lib/namesakes.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { roleChangeWords } from './role-change-words.js';
import { startsBatches, suspensionWords } from './suspension-words.js';

/** The change an admin is about to make to an account. */
export type AccountChange =
  | { kind: 'suspended'; user: WireUser; suspended: boolean }
  | { kind: 'password'; user: WireUser }
  | { kind: 'factor'; user: WireUser }
  | { kind: 'role'; user: WireUser; role: StaffRole };

interface ChangeAccountDialogProps {
  path: string;
  change: AccountChange | null;
  onClose: () => void;
  onPassword: (password: string) => void;
}

/** Asks for confirmation before an account is changed, and says what the person will notice. */
export function ChangeAccountDialog({ path, change, onClose, onPassword }: ChangeAccountDialogProps) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (wanted: AccountChange) => send(path, wanted),
    // There is no answer to a reset, which changes nothing where there is no factor.
    onSuccess: (user, wanted) => {
      void queryClient.invalidateQueries({ queryKey: [path] });
      onClose();
      if (user !== undefined && 'temporary_password' in user) return onPassword(user.temporary_password);
      const { name, email } = user ?? wanted.user;
      const message =
        wanted.kind === 'factor'
          ? `${name ?? email} now signs in with the password alone.`
          : `The account of ${name ?? email} has changed.`;
      notifications.show({ title: 'Saved', message });
    },
  });
  const { title, action, text } = change === null ? EMPTY : wordsOf(change);
  return (
    <ConfirmDialog
      opened={change !== null}
      title={title}
      action={action}
      dangerous={change?.kind === 'factor' || (change?.kind === 'suspended' && change.suspended)}
      busy={mutation.isPending}
      error={mutation.error}
      ifLost={change?.kind === 'password' ? UNSEEN_PASSWORD : undefined}
      onConfirm={() => change !== null && mutation.mutate(change)}
      onClose={() => {
        mutation.reset();
        onClose();
      }}
    >
      {text}
    </ConfirmDialog>
  );
}

const UNSEEN_PASSWORD =
  'The old password may have stopped working, and nobody has seen the new one: set another.';

const EMPTY = { title: '', action: '', text: '' };

function send(path: string, change: AccountChange) {
  const address = `${path}/${encodeURIComponent(change.user.user_id)}`;
  if (change.kind === 'factor') return request<undefined>(`${address}/second-factor`, { method: 'DELETE' });
  const body = bodyOf(change);
  return request<WireUser | WireUserWithPassword>(address, { method: 'PATCH', body });
}

function bodyOf(change: Exclude<AccountChange, { kind: 'factor' }>) {
  switch (change.kind) {
    case 'suspended':
      return { suspended: change.suspended };
    case 'password':
      return { reset_password: true };
    case 'role':
      return { role: change.role };
  }
}

function wordsOf(change: AccountChange): { title: string; action: string; text: string } {
  const whose = personWords(change.user);
  switch (change.kind) {
    case 'password':
      return {
        title: 'Set a new password?',
        action: 'Set a new password',
        text: `${whose} is signed out everywhere. You get a temporary password to hand over; the old one stops working.${
          startsBatches(change.user.role)
            ? ' Batches that this person started go on: to pause them as well, suspend the account first.'
            : ''
        }`,
      };
    case 'factor':
      return {
        title: 'Reset the second factor?',
        action: 'Reset it',
        text: `For somebody who has lost it. ${whose} is signed out everywhere, and every app, passkey and recovery code of the account stops working. After that, the password alone is enough to sign in. First make sure, but not by e-mail, that it really is this person asking.`,
      };
    case 'role':
      return roleChangeWords(whose, change.role);
    case 'suspended':
      return suspensionWords(whose, change.user.role, change.suspended);
  }
}
