import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../lib/api/request.js';
import { AuthCard } from './auth-card.js';
import { isEndedLink, useLeaveForSignIn, useLinkToken } from './link-token.js';
import { NewPasswordFields } from './new-password-fields.js';

/** The page a password reset links to. */
export function ResetPasswordPage() {
  const leaveForSignIn = useLeaveForSignIn();
  const token = useLinkToken();
  const reset = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      request('/password-resets/complete', {
        method: 'POST',
        body: { token, new_password: password },
      }),
  });
  if (reset.isSuccess) {
    return (
      <AuthCard
        title="Your password has changed"
        lead="Every session of your account has ended. Sign in with the new one."
      >
        <Button fullWidth size="md" onClick={() => void leaveForSignIn()}>
          Sign in
        </Button>
      </AuthCard>
    );
  }
  if (isEndedLink(reset.error)) {
    return (
      <AuthCard
        title="This link is no longer valid"
        lead="It was used or replaced, or its 30 minutes are over. If you have just set a password with it, sign in with that one."
      >
        <Button component="a" href="/forgot-password" fullWidth size="md">
          Get a new link
        </Button>
        {/* The answer to the first attempt may have been lost. */}
        <Button component="a" href="/" variant="default" fullWidth mt="sm">
          Sign in
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Choose a new password"
      lead="This signs you out everywhere. Then sign in with the new one."
    >
      <NewPasswordFields
        action="Set the password"
        busy={reset.isPending}
        error={reset.error}
        onSubmit={(values) => reset.mutate(values)}
      />
    </AuthCard>
  );
}
