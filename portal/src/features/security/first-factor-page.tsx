import { Button } from '@mantine/core';
import { useState } from 'react';
import { StepUpDialog } from '../../lib/proof/step-up-dialog.js';
import { useSession } from '../../lib/session/session.js';
import form from '../../lib/ui/form.module.css';
import { AuthCard } from '../auth/auth-card.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUpButtons } from './set-up-buttons.js';

/** Shown to users whose account needs a second factor and has none: nothing else works until they add one. */
export function FirstFactorPage() {
  const { reload, end } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <AuthCard
      title="Set up a second factor"
      lead="Your account can see personal data, so a password alone is not enough. This takes a minute."
    >
      <div className={form.stack}>
        <SetUpButtons
          // There are none to store if another was added before, in another tab.
          onAdded={({ recovery_codes }) =>
            recovery_codes === undefined ? reload() : setCodes(recovery_codes)
          }
          onUnclear={reload}
        />
        <div>
          <Button variant="default" onClick={() => void end('signed_out')}>
            Sign out
          </Button>
        </div>
      </div>
      <RecoveryCodes codes={codes} onClose={reload} />
      <StepUpDialog />
    </AuthCard>
  );
}
