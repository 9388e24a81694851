import { ApiFailure } from '../api/failure.js';

/** Fails a sign-in after which nobody is signed in: the page would ask the same again without a word. */
export function refuse(): never {
  throw new ApiFailure(
    401,
    'not_kept',
    'You were signed in, but this browser did not keep the session. Allow cookies for this address, and open it with ' +
      'https if you can. If that does not help, tell your administrator.',
  );
}
