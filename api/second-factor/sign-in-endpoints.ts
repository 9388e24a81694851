import { passkeyLogin, passkeyLoginOptions } from '../auth/passkey-login.js';
import { secondFactorLogin } from '../auth/second-factor-login.js';
import type { ApiDeps } from '../deps.js';
import type { Endpoint } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { named } from '../openapi/schemas.js';
import type { FactorLimits } from './factor-limits.js';
import { PasskeyLoginRequest, SecondFactorLoginRequest } from './requests.js';

const ASSERTION = {
  id: 'AQIDBAUGBwg',
  rawId: 'AQIDBAUGBwg',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
  clientExtensionResults: {},
};

const SIGNED_IN = {
  200: {
    description: 'Signed in, as after a login.',
    headers: ['Set-Cookie'] as const,
    content: json(named('SignedIn'), {
      token: { access_token: '<ACCESS_TOKEN>', token_type: 'Bearer', expires_in: 3600, scope: 'client' },
    }),
  },
};

/** Signing in with more than a password. */
export const SIGN_IN_ENDPOINTS: readonly Endpoint<ApiDeps & { factors: FactorLimits }>[] = [
  {
    method: 'post',
    path: '/api/v1/login/second-factor',
    operationId: 'logInWithSecondFactor',
    summary: 'Complete a sign-in with the second factor',
    description:
      'With the challenge of the login and one of `totp`, `recovery_code` and `passkey`. The session is of the kind that the login asked for. A wrong or used code is a 401; ten of them for an account in 15 minutes are a 429.',
    access: 'open',
    body: {
      schema: bodySchema(SecondFactorLoginRequest, {
        challenge: { description: 'The challenge of the login; valid for five minutes, works once.' },
      }),
      examples: {
        totp: { challenge: '<CHALLENGE>', totp: '123456' },
        recovery_code: { challenge: '<CHALLENGE>', recovery_code: '7k3m-q9xd-2pt8-hw5r' },
      },
    },
    responses: SIGNED_IN,
    errors: ['unauthorized', 'rate_limited'],
    handle: (parts) => secondFactorLogin(parts, parts.factors),
  },
  {
    method: 'post',
    path: '/api/v1/login/passkey/options',
    operationId: 'beginPasskeyLogin',
    summary: 'Start signing in with a passkey',
    access: 'open',
    withoutDatabase: true,
    body: EMPTY_BODY,
    responses: {
      200: {
        description: 'The options for the browser.',
        content: json(named('PasskeyQuestion'), {
          begun: { challenge: '<CHALLENGE>', expires_in: 300, passkey_options: {} },
        }),
      },
    },
    handle: passkeyLoginOptions,
  },
  {
    method: 'post',
    path: '/api/v1/login/passkey',
    operationId: 'logInWithPasskey',
    summary: 'Sign in with a passkey only',
    access: 'open',
    body: {
      schema: bodySchema(PasskeyLoginRequest, {
        session: { description: '`cookie`: as for a login.' },
      }),
      examples: { passkey: { challenge: '<CHALLENGE>', passkey: ASSERTION } },
    },
    responses: SIGNED_IN,
    errors: ['unauthorized'],
    handle: passkeyLogin,
  },
];
