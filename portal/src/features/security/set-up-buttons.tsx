import { Button, Group } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  WireNewFactor,
  WirePasskeyQuestion,
  WireTotpSetUp,
} from '../../../../shared/wire/second-factor.js';
import { request } from '../../lib/api/request.js';
import { knowsPasskeys, loadPasskeys } from '../../lib/proof/passkeys.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { PasskeyDialog } from './passkey-dialog.js';
import { TotpDialog } from './totp-dialog.js';

interface SetUpButtonsProps {
  onAdded: (factor: WireNewFactor) => void;
  /** Called after one was given up that may have been added all the same. */
  onUnclear?: () => void;
}

/** The ways of adding a second factor. */
export function SetUpButtons({ onAdded, onUnclear }: SetUpButtonsProps) {
  const [begun, setBegun] = useState<WireTotpSetUp | null>(null);
  const app = useMutation({
    mutationFn: () => request<WireTotpSetUp>('/me/second-factor/totp', { method: 'POST' }),
    onSuccess: setBegun,
  });
  const [passkeyBegun, setPasskeyBegun] = useState<WirePasskeyQuestion | null>(null);
  const passkey = useMutation({ mutationFn: beginPasskey, onSuccess: setPasskeyBegun });
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
        {knowsPasskeys() && (
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
      <FailureNotice error={passkey.error} />
      <TotpDialog
        begun={begun}
        onClose={() => setBegun(null)}
        onUnclear={onUnclear}
        onAdded={(factor) => {
          setBegun(null);
          onAdded(factor);
        }}
      />
      <PasskeyDialog
        begun={passkeyBegun}
        onClose={() => setPasskeyBegun(null)}
        onUnclear={onUnclear}
        onAdded={(factor) => {
          setPasskeyBegun(null);
          onAdded(factor);
        }}
      />
    </>
  );
}

/** Everything the browser needs to make a passkey, so that it can be asked at once. */
async function beginPasskey(): Promise<WirePasskeyQuestion> {
  const path = '/me/second-factor/passkeys';
  const [question] = await Promise.all([
    request<WirePasskeyQuestion>(path, { method: 'POST' }),
    loadPasskeys(),
  ]);
  return question;
}
