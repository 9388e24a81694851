import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WireInvited } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { ROLE_WORDS } from '../../lib/role-words.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { AuthCard } from './auth-card.js';
import { isEndedLink, useLeaveForSignIn, useLinkToken } from './link-token.js';
import { NewPasswordFields } from './new-password-fields.js';

/** The page an invitation links to: says who sent it, and asks for a password. */
export function InvitationPage() {
  const leaveForSignIn = useLeaveForSignIn();
  const token = useLinkToken();
  const invited = useQuery({
    queryKey: ['invitation'],
    queryFn: () => request<WireInvited>('/invitations/lookup', { method: 'POST', body: { token } }),
    retry: false,
  });
  const acceptance = useMutation({
    mutationFn: ({ name, password }: { name: string; password: string }) =>
      request('/invitations/accept', {
        method: 'POST',
        body: { token, password, ...(name.trim() !== '' && { name: name.trim() }) },
      }),
  });
  if (acceptance.isSuccess) {
    return (
      <AuthCard
        title="Welcome"
        lead="Your account is ready. Sign in with the password that you have just chosen."
      >
        <Button fullWidth size="md" onClick={() => void leaveForSignIn()}>
          Sign in
        </Button>
      </AuthCard>
    );
  }
  if (isEndedLink(invited.error ?? acceptance.error)) {
    return (
      <AuthCard
        title="This invitation is no longer valid"
        lead="It was used, withdrawn or replaced, its 72 hours are over, or whoever sent it may no longer invite."
      >
        <Notice tone="plain">
          If you have just chosen a password with it, sign in. Otherwise ask the person who invited you to
          send it again.
        </Notice>
        {/* The answer to the first attempt may have been lost. */}
        <Button component="a" href="/" variant="default" fullWidth mt="sm">
          Sign in
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Join the team" lead="Choose a password that only you know.">
      <QueryView query={invited}>
        {({ client_name, email, role, name }) => (
          <div className={form.stack}>
            <Notice tone="plain">
              {client_name} invites {email} in the role of {ROLE_WORDS[role].name.toLowerCase()}, who{' '}
              {ROLE_WORDS[role].does}.
            </Notice>
            <NewPasswordFields
              name={name ?? ''}
              email={email}
              action="Join"
              busy={acceptance.isPending}
              error={acceptance.error}
              onSubmit={(values) => acceptance.mutate(values)}
            />
          </div>
        )}
      </QueryView>
    </AuthCard>
  );
}
