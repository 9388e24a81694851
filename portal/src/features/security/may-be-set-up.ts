import { ApiFailure } from '../../lib/api/failure.js';

/** Shown where no answer came to the last step of a set-up. */
export const MAY_BE_SET_UP =
  'It may have been set up. If it is the first, nobody has then seen its recovery codes: generate new ones in your account.';

/**
 * Whether the service may have, or has, what was sent to it, although it did not say that it was added: no answer came,
 * or what was sent again is there already.
 */
export function mayBeSetUp(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.httpStatus === 0 || error.httpStatus >= 500 || error.kind === 'conflict';
}
