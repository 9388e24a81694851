import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import type { LinkedPage } from '../../../shared/wire/portal-pages.js';
import { SignInPage } from '../features/auth/sign-in-part.js';
import { lazyPart } from '../lib/parts/lazy-part.js';
import { PageFailure } from '../lib/parts/page-failure.js';
import { PartBoundary } from '../lib/parts/part-boundary.js';
import { useSession } from '../lib/session/session.js';
import { ErrorState } from '../lib/ui/error-state.js';
import classes from './app.module.css';

const FirstPasswordPage = lazyPart(
  async () => (await import('../features/auth/first-password-page.js')).FirstPasswordPage,
);
const FirstFactorPage = lazyPart(
  async () => (await import('../features/security/first-factor-page.js')).FirstFactorPage,
);
const InvitationPage = lazyPart(
  async () => (await import('../features/auth/invitation-page.js')).InvitationPage,
);
const ForgotPasswordPage = lazyPart(
  async () => (await import('../features/auth/forgot-password-page.js')).ForgotPasswordPage,
);
const ResetPasswordPage = lazyPart(
  async () => (await import('../features/auth/reset-password-page.js')).ResetPasswordPage,
);

/** The pages that links in mails lead to, regardless of who is signed in. */
const LINKED: Readonly<Record<string, typeof InvitationPage>> = {
  '/invitation': InvitationPage,
  '/forgot-password': ForgotPasswordPage,
  '/reset-password': ResetPasswordPage,
} satisfies Record<LinkedPage, typeof InvitationPage>;
const Workspace = lazyPart(async () => (await import('./workspace.js')).Workspace);

/** The sign-in page, or the workspace of who is signed in. The address stays, so that a sign-in leads back to it. */
export function App() {
  return (
    <PartBoundary
      instead={(error, retry) => (
        <main className={classes.splash}>
          <PageFailure error={error} onRetry={retry} />
        </main>
      )}
    >
      <Suspense fallback={<Splash />}>
        <Content />
      </Suspense>
    </PartBoundary>
  );
}

function Content() {
  const { state, reload } = useSession();
  const Linked = LINKED[window.location.pathname];
  if (Linked !== undefined) return <Linked />;
  switch (state.kind) {
    case 'loading':
    case 'replaced':
      return <Splash />;
    case 'unreachable':
      return (
        <main className={classes.splash}>
          <ErrorState error={state.error} onRetry={reload} />
        </main>
      );
    case 'signed_out':
      return <SignInPage reason={state.reason} />;
    case 'signed_in':
      if (state.mustChangePassword) return <FirstPasswordPage />;
      if (state.account.must_set_up_second_factor === true) return <FirstFactorPage />;
      return <Workspace account={state.account} />;
  }
}

function Splash() {
  return (
    <main className={classes.splash}>
      <Loader size="sm" aria-label="Loading" role="status" />
    </main>
  );
}
