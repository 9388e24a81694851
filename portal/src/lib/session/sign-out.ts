import { toFailure } from '../api/failure.js';
import { request } from '../api/request.js';

/** In storage, because it concerns every tab and outlives a reload. */
const DUE = 'sign-out-due';
/** A connection may neither answer nor break: what is on the screen must not stay there until it does. */
const ANSWERS_WITHIN_MS = 10_000;

/**
 * Ends the session of this browser in the service. Throws if that cannot be reached: then it stays due, so that nobody
 * who reloads the page later, or opens it again, is in the session of somebody who believes to have left.
 */
export async function signOut(): Promise<void> {
  localStorage.setItem(DUE, 'true');
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    await request('/logout', { method: 'POST', asWhoever: true, signal });
  } catch (error) {
    if (toFailure(error).httpStatus !== 401) throw error;
  }
  signOutIsDone();
}

/** Catches up on a sign-out that is due. Throws if the service still cannot be reached. */
export async function finishSignOut(): Promise<void> {
  if (localStorage.getItem(DUE) !== null) await signOut();
}

/** Also once somebody has signed in: the cookie of the session before is gone. */
export function signOutIsDone(): void {
  localStorage.removeItem(DUE);
}
