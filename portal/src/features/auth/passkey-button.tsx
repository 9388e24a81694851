import { Button } from '@mantine/core';
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { WirePasskeyQuestion } from '../../../../shared/wire/second-factor.js';
import { request } from '../../lib/api/request.js';
import { passkeyFailure } from '../../lib/proof/passkey-failure.js';
import { useSession } from '../../lib/session/session.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';

/** Signs in with a passkey alone; absent where the browser does not support passkeys. */
export function PasskeyButton() {
  const { finishSignIn } = useSession();
  const attempt = useMutation({
    mutationFn: async () => {
      const { challenge, passkey_options } = await request<WirePasskeyQuestion>('/login/passkey/options', {
        method: 'POST',
      });
      const passkey = await startAuthentication({ optionsJSON: passkey_options as never });
      await finishSignIn('/login/passkey', { challenge, passkey, session: 'cookie' });
    },
  });
  if (!browserSupportsWebAuthn()) return null;
  return (
    <>
      {attempt.isError && <FailureNotice error={passkeyFailure(attempt.error)} />}
      <Button
        variant="default"
        fullWidth
        size="md"
        leftSection={<IconFingerprint size={18} />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        Use a passkey
      </Button>
    </>
  );
}
