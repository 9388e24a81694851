import { useEffect } from 'react';
import { ApiFailure } from '../../lib/api/failure.js';
import { useSession } from '../../lib/session/session.js';

/** The token of a link from a mail: after the `#`, so that no server and no log ever sees it. */
export function useLinkToken(): string {
  useEffect(() => {
    // Another link, opened in the place of this one, is the same page to the browser: it would not load it.
    const begin = () => window.location.reload();
    window.addEventListener('hashchange', begin);
    return () => window.removeEventListener('hashchange', begin);
  }, []);
  return window.location.hash.slice(1);
}

/** Whether a link is what failed: it was used, replaced or withdrawn, is too old, or was cut short on its way here. */
export function isEndedLink(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.kind === 'not_found' || error.faults.some(({ field }) => field === 'token');
}

/**
 * Leaves for the sign-in page, without the link in the history of the browser. Somebody else may be signed in here,
 * such as the owner beside whom a colleague joins: their session ends, and what they had typed waits for them.
 */
export function useLeaveForSignIn(): () => Promise<void> {
  const { end } = useSession();
  return async () => {
    await end('expired');
    window.location.replace('/');
  };
}
