import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SignInPage } from '../features/auth/sign-in-part.js';
import { StepUpDialog } from '../lib/proof/step-up-dialog.js';
import type { Account } from '../lib/session/account.js';
import { firstRouter, routerFor } from './router.js';

// Loads the page's own files while the session is still being checked; whether the user may see it is decided
// afterwards.
const [routes] = firstRouter.getMatchedRoutes(window.location.pathname);
for (const route of routes) void firstRouter.loadRouteChunk(route);

/** By then a page has what it needs itself. */
const SIGN_IN_AFTER_MS = 5_000;

/** Everything behind the sign-in. */
export function Workspace({ account }: { account: Account }) {
  const [router] = useState(() => routerFor(account));
  useEffect(() => {
    // A session also ends while the service is away, or after a release, when the page could no longer be loaded.
    const timer = setTimeout(() => void SignInPage.preload(), SIGN_IN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <RouterProvider router={router} context={{ role: account.role, mode: account.mode }} />
      <StepUpDialog />
    </>
  );
}
