import { useEffect } from 'react';
import { request } from '../api/request.js';

const ASK_EVERY_MS = 15_000;

/**
 * Asks from time to time whether the session goes on, and at once when somebody looks at the page again. It may have
 * ended on another device, or with the account: what is shown about a person must then go, although nobody does
 * anything here that would be refused. A refusal of this request ends the session of the page like that of any other.
 * Only for pages that sign out whoever leaves them unattended: to be asked keeps a session alive.
 */
export function useSessionWatch(): void {
  useEffect(() => {
    const ask = () => {
      // A page that nobody sees shows nothing, and must not keep the session alive.
      if (document.visibilityState !== 'visible') return;
      // Without an answer nothing is known: the next one says it, or the user is signed out as idle.
      void request('/me').catch(() => undefined);
    };
    const timer = setInterval(ask, ASK_EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
}
