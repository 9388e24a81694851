import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { ApiFailure } from '../api/failure.js';
import { ACCOUNT_CHANGED, request, SESSION_ENDED } from '../api/request.js';
import type { ProofQuestion } from '../proof/ask-for-proof.js';
import type { Account } from './account.js';
import { notKept } from './not-kept.js';
import { mayBeNewPassword, passwordIsSent } from './sent-password.js';
import { finishSignOut, signOut, signOutIsDone } from './sign-out.js';
import { forgetTabMemory, isServedAlike, ownTabMemory } from './tab-memory.js';
import { tellTabs } from './tell-tabs.js';
import { keepUnsent } from './unsent.js';

/** Why nobody is signed in, for the sign-in page to explain. */
export type EndReason = 'none' | 'signed_out' | 'expired' | 'idle' | 'password_changed' | 'password_sent';

export type SessionState =
  | { kind: 'loading' }
  /** Somebody else is signed in by now: the page is about to be loaded anew. */
  | { kind: 'replaced' }
  | { kind: 'unreachable'; error: unknown }
  | { kind: 'signed_out'; reason: EndReason }
  | { kind: 'signed_in'; account: Account; mustChangePassword: boolean };

interface SignInAnswer {
  must_change_password?: true;
}

interface SessionContext {
  state: SessionState;
  /** Resolves to the further proof that is needed, if any. */
  signIn(credentials: { email: string; password: string }): Promise<ProofQuestion | undefined>;
  /** Completes the second step, or signs in with a passkey alone, depending on the path. */
  finishSignIn(path: '/login/second-factor' | '/login/passkey', body: object): Promise<void>;
  /** Ends the session here and in the other tabs of this browser. */
  end(reason: EndReason): Promise<void>;
  reload(): void;
}

const Context = createContext<SessionContext | undefined>(undefined);
const CHANNEL = 'session';
const BEGUN_CHANNEL = 'session-begun';
/** Server pages outside the portal, in whose place it shows its sign-in page (api/portal/error-page.ts). */
const SERVED_ELSEWHERE = /^\/ops\//;
/** Ends the user did not ask for: what was being typed is kept for the same person. */
const GOES_ON: readonly EndReason[] = ['expired', 'idle'];

/**
 * Asks who is signed in; `mustChangePassword` if the sign-in has just said so. Never throws: "unknown" is a state, too.
 */
export async function askSession(mustChangePassword: boolean): Promise<SessionState> {
  try {
    await finishSignOut();
    const account = await request<Account>('/me', { asWhoever: true });
    // The page gives way to the set-up of a second factor, and comes back afterwards. Kept for whoever typed it: if
    // another person has signed in meanwhile, in another tab, the next line forgets it.
    if (account.must_set_up_second_factor === true) keepUnsent();
    ownTabMemory(account);
    const temporary = mustChangePassword || account.must_change_password === true;
    return { kind: 'signed_in', account, mustChangePassword: temporary };
  } catch (error) {
    const signedOut = error instanceof ApiFailure && error.httpStatus === 401;
    return signedOut ? { kind: 'signed_out', reason: 'none' } : { kind: 'unreachable', error };
  }
}

interface SessionProviderProps {
  /** A request made before anything was drawn, so that its answer is already on its way. */
  first: Promise<SessionState>;
  children: ReactNode;
}

/** Provides the session. The token itself is in a cookie that no script can read. */
export function SessionProvider({ first, children }: SessionProviderProps) {
  const queryClient = useQueryClient();
  const [state, setState] = useState<SessionState>({ kind: 'loading' });

  const load = useCallback(async (mustChangePassword: boolean) => {
    const found = await askSession(mustChangePassword);
    setState(found);
    return found.kind;
  }, []);

  const forget = useCallback(
    (reason: EndReason) => {
      queryClient.clear();
      if (GOES_ON.includes(reason)) keepUnsent();
      else forgetTabMemory();
      const sent = reason === 'expired' && mayBeNewPassword();
      setState({ kind: 'signed_out', reason: sent ? 'password_sent' : reason });
    },
    [queryClient],
  );

  const begin = useCallback(
    async ({ must_change_password }: SignInAnswer) => {
      signOutIsDone();
      passwordIsSent(false);
      tellTabs(BEGUN_CHANNEL, null);
      queryClient.clear();
      if (SERVED_ELSEWHERE.test(window.location.pathname)) window.location.reload();
      else if ((await load(must_change_password === true)) === 'signed_out') throw notKept();
    },
    [load, queryClient],
  );

  useEffect(() => void first.then(setState), [first]);
  useAccountChange(state.kind === 'signed_in', load);
  useSessionEnd(state.kind === 'signed_in' ? state.account : undefined, forget, setState);
  const replaced = state.kind === 'replaced';
  useEffect(() => {
    // Only now: a secret on the page would have the browser ask first, and stay there for whoever answers.
    if (replaced) window.location.reload();
  }, [replaced]);

  const value = useMemo<SessionContext>(
    () => ({
      state,
      signIn: async (credentials) => {
        const answer = await request<SignInAnswer & ProofQuestion>('/login', {
          method: 'POST',
          body: { ...credentials, session: 'cookie' },
        });
        if (answer.challenge !== undefined) return answer;
        await begin(answer);
        return undefined;
      },
      finishSignIn: async (path, body) => begin(await request<SignInAnswer>(path, { method: 'POST', body })),
      end: async (reason) => {
        // Without a connection the session still ends on this screen, and in the service once that is reached.
        await signOut().catch(() => undefined);
        tellTabs(CHANNEL, reason);
        forget(reason);
      },
      reload: () => {
        setState({ kind: 'loading' });
        void load(false);
      },
    }),
    [state, load, begin, forget],
  );
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** Listens for the account having to do something first, and leads the user there. */
function useAccountChange(signedIn: boolean, load: (mustChangePassword: boolean) => unknown): void {
  useEffect(() => {
    if (!signedIn) return;
    const reload = () => void load(false);
    window.addEventListener(ACCOUNT_CHANGED, reload);
    return () => window.removeEventListener(ACCOUNT_CHANGED, reload);
  }, [signedIn, load]);
}

/**
 * Listens for an end that this page, which shows an account, did not ask for: a refused request, or a sign-out or
 * sign-in in another tab.
 */
function useSessionEnd(
  shown: Account | undefined,
  forget: (reason: EndReason) => void,
  setState: (state: SessionState) => void,
): void {
  useEffect(() => {
    if (shown === undefined) return;
    const lookAgain = async (ended: () => void) => {
      const now = await request<Account>('/me', { asWhoever: true }).catch(() => undefined);
      if (now === undefined) ended();
      // Loaded anew, so that nothing of the one before, or of a role that was taken away, is left in this tab. Whoever
      // has signed in again in another tab, in the meantime, stays here too.
      else if (!isServedAlike(shown, now)) setState({ kind: 'replaced' });
    };
    const expire = () => void lookAgain(() => forget('expired'));
    const ends = new BroadcastChannel(CHANNEL);
    ends.onmessage = ({ data }: MessageEvent<EndReason>) => forget(data);
    const begun = new BroadcastChannel(BEGUN_CHANNEL);
    begun.onmessage = () => void lookAgain(() => undefined);
    window.addEventListener(SESSION_ENDED, expire);
    return () => {
      window.removeEventListener(SESSION_ENDED, expire);
      ends.close();
      begun.close();
    };
  }, [shown, forget, setState]);
}

export function useSession(): SessionContext {
  const session = useContext(Context);
  if (session === undefined) throw new Error('Bug: no session around this component');
  return session;
}

/** The signed-in account, for components that are only shown when there is one. */
export function useAccount(): Account {
  const { state } = useSession();
  if (state.kind !== 'signed_in') throw new Error('Bug: nobody is signed in here');
  return state.account;
}
