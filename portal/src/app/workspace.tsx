import { RouterProvider } from '@tanstack/react-router';
import { StepUpDialog } from '../lib/proof/step-up-dialog.js';
import type { Account } from '../lib/session/account.js';
import { router } from './router.js';

/** Everything behind the sign-in. */
export function Workspace({ account }: { account: Account }) {
  return (
    <>
      <RouterProvider router={router} context={{ role: account.role, mode: account.mode }} />
      <StepUpDialog />
    </>
  );
}
