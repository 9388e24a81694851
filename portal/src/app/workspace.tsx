import { RouterProvider } from '@tanstack/react-router';
import { StepUpDialog } from '../lib/proof/step-up-dialog.js';
import type { Account } from '../lib/session/account.js';
import { router } from './router.js';

// Loads the page's own files while the session is still being checked; whether the user may see it is decided
// afterwards.
const [routes] = router.getMatchedRoutes(window.location.pathname);
for (const route of routes) void router.loadRouteChunk(route);

/** Everything behind the sign-in. */
export function Workspace({ account }: { account: Account }) {
  return (
    <>
      <RouterProvider router={router} context={{ role: account.role, mode: account.mode }} />
      <StepUpDialog />
    </>
  );
}
