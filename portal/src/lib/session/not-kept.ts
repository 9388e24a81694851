import { ApiFailure } from '../api/failure.js';

/** Why a sign-in failed after which nobody is signed in: the page would ask the same again without a word. */
export function notKept(): ApiFailure {
  return new ApiFailure(
    401,
    'not_kept',
    'You were signed in, but this browser did not keep the session. Allow cookies for this address, and open it with ' +
      'https if you can. If that does not help, tell your administrator.',
  );
}
