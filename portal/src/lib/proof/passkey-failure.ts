import { ApiFailure } from '../api/failure.js';

const MESSAGES = {
  use: 'The browser returned no passkey: it was cancelled, took too long, or there is none for this address.',
  make: 'The browser created no passkey: it was cancelled, or took too long. Nothing was added.',
};

/** Describes what went wrong when the browser was asked for a passkey, or to make one. */
export function passkeyFailure(error: unknown, asked: 'use' | 'make' = 'use'): unknown {
  if (error instanceof ApiFailure) return error;
  // By its code: its class is in the part of the code that is loaded when a passkey is used.
  const known = Object(error).code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  const message = known ? 'This device already has a passkey for this account.' : MESSAGES[asked];
  return new ApiFailure(0, 'no_passkey', message);
}
