import { type FeatureDescription, json, type PathDescription } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { exampleId, id, named, object } from '../openapi/schemas.js';
import { SESSION_PATHS } from '../sessions/openapi.js';
import { NoFields } from '../validation/no-fields.js';
import { EXAMPLE_CODES, EXAMPLE_FACTOR, RECOVERY_CODES, SECOND_FACTOR_SCHEMAS } from './openapi-schemas.js';
import { SIGN_IN_PATHS } from './openapi-sign-in.js';
import { STEP_UP } from './openapi-step-up.js';
import { ConfirmPasskeyRequest, ConfirmTotpRequest } from './requests.js';

const OWN = '/api/v1/me/second-factor';

const NOTHING = { schema: bodySchema(NoFields), examples: { nothing: {} }, required: false };

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

const FACTOR_PATHS: Readonly<Record<string, PathDescription>> = {
  '/api/v1/me/step-up': { operations: { post: STEP_UP } },
  [OWN]: {
    operations: {
      get: {
        operationId: 'listSecondFactors',
        summary: 'List the second factors of the own account',
        access: { act: 'manage_own_account' },
        responses: {
          200: {
            description: 'What the account has beside its password.',
            content: json(named('SecondFactors'), {
              one: { required: true, factors: [EXAMPLE_FACTOR], recovery_codes_left: 10 },
            }),
          },
        },
      },
    },
  },
  [`${OWN}/totp`]: {
    operations: {
      post: {
        operationId: 'beginTotp',
        summary: 'Begin to set up an authenticator app',
        description: 'RFC 6238 with SHA-1, six digits, 30 seconds. Nothing is kept before it is confirmed.',
        access: { act: 'manage_own_account' },
        stepUp: true,
        body: NOTHING,
        responses: {
          201: {
            description: 'A new secret, for this answer only.',
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
      },
    },
  },
  [`${OWN}/totp/confirm`]: {
    operations: {
      post: {
        operationId: 'confirmTotp',
        summary: 'Set up an authenticator app',
        description: 'By a code that it shows, which is used up. From then on a sign-in needs a second step.',
        access: { act: 'manage_own_account' },
        body: {
          schema: bodySchema(ConfirmTotpRequest, { name: { description: 'What you call it.' } }),
          examples: { confirm: { challenge: '<CHALLENGE>', totp: '123456', name: 'Telephone' } },
        },
        responses: ADDED,
        errors: ['conflict', 'rate_limited'],
      },
    },
  },
  [`${OWN}/passkeys`]: {
    operations: {
      post: {
        operationId: 'beginPasskey',
        summary: 'Begin to set up a passkey',
        description: 'For browsers: on the address of PUBLIC_URL, or else of the request.',
        access: { act: 'manage_own_account' },
        stepUp: true,
        body: NOTHING,
        responses: {
          201: {
            description: 'What the browser needs.',
            content: json(named('PasskeyQuestion'), {
              begun: { challenge: '<CHALLENGE>', expires_in: 300, passkey_options: {} },
            }),
          },
        },
      },
    },
  },
  [`${OWN}/passkeys/confirm`]: {
    operations: {
      post: {
        operationId: 'confirmPasskey',
        summary: 'Set up a passkey',
        access: { act: 'manage_own_account' },
        body: {
          schema: bodySchema(ConfirmPasskeyRequest, { name: { description: 'What you call it.' } }),
          examples: { confirm: { challenge: '<CHALLENGE>', passkey: PASSKEY } },
        },
        responses: ADDED,
        errors: ['conflict'],
      },
    },
  },
};

const CODE_PATHS: Readonly<Record<string, PathDescription>> = {
  [`${OWN}/recovery-codes`]: {
    operations: {
      post: {
        operationId: 'renewRecoveryCodes',
        summary: 'Make new recovery codes',
        description: 'The old ones are void.',
        access: { act: 'manage_own_account' },
        stepUp: true,
        body: NOTHING,
        responses: {
          201: {
            description: 'Ten codes, shown this once.',
            content: json(object<{ recovery_codes: string[] }>({ recovery_codes: RECOVERY_CODES }), {
              renewed: { recovery_codes: EXAMPLE_CODES },
            }),
          },
        },
        errors: ['conflict'],
      },
    },
  },
  [`${OWN}/:factor_id`]: {
    parameters: {
      factor_id: {
        description: 'The `factor_id`.',
        schema: id('secondFactor'),
        example: exampleId('secondFactor'),
      },
    },
    operations: {
      delete: {
        operationId: 'removeSecondFactor',
        summary: 'Take a second factor away',
        description:
          'The recovery codes go with the last one, which stays while the account needs one: a 409.',
        access: { act: 'manage_own_account' },
        stepUp: true,
        body: NOTHING,
        responses: { 204: { description: 'Taken away.' } },
        errors: ['conflict'],
      },
    },
  },
};

/** Describes second factors, sessions and fresh proofs. */
export const secondFactorDescription: FeatureDescription = {
  tag: {
    name: 'Second factors and sessions',
    description:
      'Authenticator apps and passkeys beside the password, where the account is signed in, and fresh proofs for what is sensitive.',
  },
  schemas: SECOND_FACTOR_SCHEMAS,
  paths: { ...SIGN_IN_PATHS, ...FACTOR_PATHS, ...CODE_PATHS, ...SESSION_PATHS },
};
