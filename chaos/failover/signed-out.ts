import type { Finding } from '../check/find-broken-promises.js';
import { ask } from '../client/ask.js';
import type { FailoverSite } from './failover-site.js';

/** Ends a session, and returns its token. Throws if the API does not. */
export async function signOut({ submitter }: FailoverSite): Promise<string> {
  const token = submitter.newToken();
  const answer = await ask(`${submitter.nextUrl()}/api/v1/logout`, { token, method: 'POST' });
  if (answer?.status !== 204) throw new Error(`Signing out was answered with ${answer?.status}`);
  return token;
}

/** Finds an ended session that works again. */
export async function findRevived({ submitter }: FailoverSite, token: string): Promise<Finding[]> {
  const answer = await ask(`${submitter.nextUrl()}/api/v1/me`, { token });
  if (answer?.status === 401) return [];
  return [{ kind: 'revived', what: `a session that was signed out is answered with ${answer?.status}` }];
}
