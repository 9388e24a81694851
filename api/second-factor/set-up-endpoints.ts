import type { ApiDeps } from '../deps.js';
import type { Endpoint } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { named } from '../openapi/schemas.js';
import type { FactorLimits } from './factor-limits.js';
import { ConfirmPasskeyRequest, ConfirmTotpRequest } from './requests.js';
import { EXAMPLE_CODES, EXAMPLE_FACTOR } from './schemas.js';
import { confirmPasskey, setUpPasskey } from './set-up-passkey.js';
import { confirmTotp, setUpTotp } from './set-up-totp.js';

const ADDED = {
  201: {
    description: 'Set up. With the first factor come ten recovery codes, shown this once.',
    content: json(named('NewSecondFactor'), {
      first: { ...EXAMPLE_FACTOR, recovery_codes: EXAMPLE_CODES },
      another: EXAMPLE_FACTOR,
    }),
  },
};

const PASSKEY = {
  id: 'AQIDBAUGBwg',
  rawId: 'AQIDBAUGBwg',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
  clientExtensionResults: {},
};

// Allowed for someone who needs a second factor and has none.
const access = { act: 'manage_own_account', beforeSecondFactor: true } as const;

/** Setting up an authenticator app or a passkey, each in two steps. */
export const SET_UP_ENDPOINTS: readonly Endpoint<ApiDeps & { factors: FactorLimits }>[] = [
  {
    method: 'post',
    path: '/api/v1/me/second-factor/totp',
    operationId: 'beginTotp',
    summary: 'Start setting up an authenticator app',
    description: 'RFC 6238 with SHA-1, six digits, 30 seconds. Nothing is stored until it is confirmed.',
    access,
    stepUp: true,
    body: EMPTY_BODY,
    responses: {
      201: {
        description: 'A new secret, which is only in this response.',
        content: json(named('TotpSetUp'), {
          begun: {
            challenge: '<CHALLENGE>',
            expires_in: 300,
            secret: '<BASE32_SECRET>',
            otpauth_uri: 'otpauth://totp/…',
          },
        }),
      },
    },
    handle: setUpTotp,
  },
  {
    method: 'post',
    path: '/api/v1/me/second-factor/totp/confirm',
    operationId: 'confirmTotp',
    summary: 'Finish setting up an authenticator app',
    description:
      'Confirm with a code from the app, which cannot be used again. From then on, signing in needs a second step.',
    access,
    body: {
      schema: bodySchema(ConfirmTotpRequest, { name: { description: 'Your name for it.' } }),
      examples: { confirm: { challenge: '<CHALLENGE>', totp: '123456', name: 'Telephone' } },
    },
    responses: ADDED,
    errors: ['conflict', 'rate_limited'],
    handle: confirmTotp,
  },
  {
    method: 'post',
    path: '/api/v1/me/second-factor/passkeys',
    operationId: 'beginPasskey',
    summary: 'Start setting up a passkey',
    description: 'For browsers: on the address of PUBLIC_URL, or else of the request.',
    access,
    stepUp: true,
    body: EMPTY_BODY,
    responses: {
      201: {
        description: 'The options for the browser.',
        content: json(named('PasskeyQuestion'), {
          begun: { challenge: '<CHALLENGE>', expires_in: 300, passkey_options: {} },
        }),
      },
    },
    handle: setUpPasskey,
  },
  {
    method: 'post',
    path: '/api/v1/me/second-factor/passkeys/confirm',
    operationId: 'confirmPasskey',
    summary: 'Finish setting up a passkey',
    access,
    body: {
      schema: bodySchema(ConfirmPasskeyRequest, { name: { description: 'Your name for it.' } }),
      examples: { confirm: { challenge: '<CHALLENGE>', passkey: PASSKEY } },
    },
    responses: ADDED,
    errors: ['conflict'],
    handle: confirmPasskey,
  },
];
