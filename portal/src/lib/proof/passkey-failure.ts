import { WebAuthnError } from '@simplewebauthn/browser';
import { ApiFailure } from '../api/failure.js';

/** Describes what went wrong with the browser's passkeys. */
export function passkeyFailure(error: unknown): unknown {
  if (error instanceof ApiFailure) return error;
  const known = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  const message = known
    ? 'This device has a passkey for this account already.'
    : 'The browser gave no passkey: it was cancelled, took too long, or there is none for this address.';
  return new ApiFailure(0, 'no_passkey', message);
}
