import type { ProofMethod } from '../../shared/domain/second-factor.js';
import { ApiError, forbidden, unusableToken } from './catalogue.js';

/** The 401 of somebody who was given a temporary password. */
export function passwordTemporary(): ApiError {
  return unusableToken(
    'Your password is temporary. Set your own with POST /api/v1/me/password, then sign in again.',
  );
}

/** Somebody who has to have a second factor and has none can only set one up. */
export function secondFactorMissing(): ApiError {
  return forbidden(
    'Your account needs a second factor. Set one up first, in the portal or with POST /api/v1/me/second-factor/totp.',
    { reason: 'second_factor_setup_required' },
  );
}

/** The token is good, but its person has to prove once more who they are. */
export interface StepUp {
  challenge: string;
  methods: readonly ProofMethod[];
  expires_in: number;
  passkey_options?: object;
}

/** The act needs a fresh proof of identity; `stepUp` says which are possible. */
export function stepUpRequired(stepUp: StepUp): ApiError {
  return new ApiError(
    'step_up_required',
    'This requires a fresh proof of identity. Send one to POST /api/v1/me/step-up, then send the same request again.',
    { body: { ...stepUp } },
  );
}

/**
 * The 401 of a session that began with the password alone, maybe by somebody who stole it, before the first second
 * factor of an account that needs one was set up in another session.
 */
export function beganWithoutFactor(): ApiError {
  return unusableToken('Your session began before you had a second factor, which you need. Sign in again.');
}
