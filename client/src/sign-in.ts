import type { CallOptions, ClientOptions } from './connection.js';
import { type Call, Transport } from './transport.js';

/** Where and how to sign in: a client's options without a token. */
export type SignInOptions = Omit<ClientOptions, 'token'> & CallOptions;

export interface SignedIn {
  status: 'signed_in';
  /** The token for a new client; valid for `expiresInSeconds`. */
  accessToken: string;
  expiresInSeconds: number;
  /** The password was temporary: until it is changed, the token is good for nothing else. */
  mustChangePassword: boolean;
}

/** The account has a second factor: send it with the challenge, using `completeSignIn`. */
export interface SecondFactorRequired {
  status: 'second_factor_required';
  challenge: string;
  /** The accepted factors: `totp`, `passkey`, `recovery_code`, and others that may be added. */
  methods: readonly string[];
  expiresInSeconds: number;
}

/** The result of a sign-in by password. */
export type SignIn = SignedIn | SecondFactorRequired;

/** A code of the second factor, or one of the recovery codes. */
export type SecondFactor = { totp: string } | { recovery_code: string };

/**
 * Signs a user in by e-mail address and password. Programs should use an API key instead. Never retried automatically,
 * because failures are counted. Throws ApiError `unauthorized` if either is wrong, `rate_limited` after too many
 * failures.
 */
export async function signIn(
  credentials: { email: string; password: string },
  options: SignInOptions,
): Promise<SignIn> {
  const answer = await post('/api/v1/login', credentials, options);
  if (answer.access_token !== undefined) return signedIn(answer);
  const { challenge = '', methods = [], expires_in } = answer;
  return { status: 'second_factor_required', challenge, methods, expiresInSeconds: expires_in };
}

/** Completes a sign-in that asked for a second factor. A code works once. */
export async function completeSignIn(
  challenge: string,
  factor: SecondFactor,
  options: SignInOptions,
): Promise<SignedIn> {
  return signedIn(await post('/api/v1/login/second-factor', { challenge, ...factor }, options));
}

/** Contains either the token or the challenge. */
interface LoginAnswer {
  access_token?: string;
  expires_in: number;
  must_change_password?: boolean;
  challenge?: string;
  methods?: string[];
}

function post(path: string, body: object, options: SignInOptions): Promise<LoginAnswer> {
  const transport = new Transport({ ...options, token: '' });
  const call: Call = { method: 'POST', path, body, repeatable: false, anonymous: true };
  return transport.json(call, options);
}

function signedIn({ access_token = '', expires_in, must_change_password }: LoginAnswer): SignedIn {
  return {
    status: 'signed_in',
    accessToken: access_token,
    expiresInSeconds: expires_in,
    mustChangePassword: must_change_password === true,
  };
}
