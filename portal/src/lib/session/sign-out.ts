import { toFailure } from '../api/failure.js';
import { request } from '../api/request.js';

/** In storage, because it concerns every tab and outlives a reload. */
const DUE = 'sign-out-due';

/**
 * Ends the session of this browser in the service. Throws if that cannot be reached: then it stays due, so that nobody
 * who reloads the page later, or opens it again, is in the session of somebody who believes to have left.
 */
export async function signOut(): Promise<void> {
  localStorage.setItem(DUE, 'true');
  try {
    await request('/logout', { method: 'POST', asWhoever: true });
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
