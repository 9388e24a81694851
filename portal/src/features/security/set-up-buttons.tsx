import { Button, Group } from '@mantine/core';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  WireNewFactor,
  WirePasskeyQuestion,
  WireTotpSetUp,
} from '../../../../shared/wire/second-factor.js';
import { request } from '../../lib/api/request.js';
import { passkeyFailure } from '../../lib/proof/passkey-failure.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { TotpDialog } from './totp-dialog.js';

/** The ways of adding a second factor. */
export function SetUpButtons({ onAdded }: { onAdded: (factor: WireNewFactor) => void }) {
  const [begun, setBegun] = useState<WireTotpSetUp | null>(null);
  const app = useMutation({
    mutationFn: () => request<WireTotpSetUp>('/me/second-factor/totp', { method: 'POST' }),
    onSuccess: setBegun,
  });
  const passkey = useMutation({ mutationFn: makePasskey, onSuccess: onAdded });
  return (
    <>
      <Group gap="sm">
        <Button
          leftSection={<IconDeviceMobile size={18} />}
          loading={app.isPending}
          onClick={() => app.mutate()}
        >
          Set up an authenticator app
        </Button>
        {browserSupportsWebAuthn() && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            Set up a passkey
          </Button>
        )}
      </Group>
      <FailureNotice error={app.error} />
      {passkey.isError && <FailureNotice error={passkeyFailure(passkey.error, 'make')} />}
      <TotpDialog
        begun={begun}
        onClose={() => setBegun(null)}
        onAdded={(factor) => {
          setBegun(null);
          onAdded(factor);
        }}
      />
    </>
  );
}

async function makePasskey(): Promise<WireNewFactor> {
  const { challenge, passkey_options } = await request<WirePasskeyQuestion>('/me/second-factor/passkeys', {
    method: 'POST',
  });
  const passkey = await startRegistration({ optionsJSON: passkey_options as never });
  return request<WireNewFactor>('/me/second-factor/passkeys/confirm', {
    method: 'POST',
    body: { challenge, passkey },
  });
}
