import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientRole } from '../../../../shared/domain/roles.js';
import type { WireMember } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { personWords } from '../../lib/namesakes.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { roleChangeWords } from '../accounts/role-change-words.js';
import { suspensionWords } from '../accounts/suspension-words.js';
import { TEAM } from './team-keys.js';

/** The change an owner is about to make to a team member. */
export type MemberChange =
  | { kind: 'role'; member: WireMember; role: ClientRole }
  | { kind: 'suspended'; member: WireMember; suspended: boolean }
  | { kind: 'removed'; member: WireMember };

/** Asks for confirmation before a team member is changed, and says what they will notice. */
export function ChangeMemberDialog({
  change,
  onClose,
}: {
  change: MemberChange | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (_answer, { member }) => {
      void queryClient.invalidateQueries({ queryKey: [TEAM] });
      notifications.show({
        title: 'Saved',
        message: `The account of ${member.name ?? member.email} has changed.`,
      });
      onClose();
    },
  });
  const { title, action, text } = change === null ? NOTHING : wordsOf(change);
  return (
    <ConfirmDialog
      opened={change !== null}
      title={title}
      action={action}
      dangerous={change?.kind === 'removed' || (change?.kind === 'suspended' && change.suspended)}
      busy={mutation.isPending}
      error={mutation.error}
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

const NOTHING = { title: '', action: '', text: '' };

function send(change: MemberChange): Promise<unknown> {
  const path = `${TEAM}/${encodeURIComponent(change.member.user_id)}`;
  if (change.kind === 'removed') return request(path, { method: 'DELETE' });
  const body = change.kind === 'role' ? { role: change.role } : { suspended: change.suspended };
  return request(path, { method: 'PATCH', body });
}

function wordsOf(change: MemberChange): { title: string; action: string; text: string } {
  const whose = personWords(change.member);
  if (change.kind === 'removed') {
    const text = `${whose} is signed out at once and can no longer sign in. API keys keep working: revoke those whose secret they know. What they submitted keeps their name, and batches that they started pause. An invitation brings them back.`;
    return { title: 'Remove from the team?', action: 'Remove', text };
  }
  if (change.kind === 'role') return roleChangeWords(whose, change.role);
  return suspensionWords(whose, change.member.role, change.suspended);
}
