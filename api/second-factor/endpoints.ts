import { HashSlots } from '../auth/hash-slots.js';
import { featureWith } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { exampleId, id, integer, named, object } from '../openapi/schemas.js';
import { SESSION_ENDPOINTS } from '../sessions/endpoints.js';
import { STEP_UP_SECONDS } from '../sessions/limits.js';
import { confirm } from './confirm.js';
import { FactorLimits } from './factor-limits.js';
import { listFactors } from './list-factors.js';
import { removeFactor, renewRecoveryCodes } from './remove-factor.js';
import { StepUpRequest } from './requests.js';
import { EXAMPLE_CODES, EXAMPLE_FACTOR, RECOVERY_CODES, SECOND_FACTOR_SCHEMAS } from './schemas.js';
import { SET_UP_ENDPOINTS } from './set-up-endpoints.js';
import { SIGN_IN_ENDPOINTS } from './sign-in-endpoints.js';

// Allowed for someone who needs a second factor and has none.
const access = { act: 'manage_own_account', beforeSecondFactor: true } as const;

/** Proving one's identity with more than a password (contract 11). */
export const secondFactorFeature = featureWith(
  (deps) => ({
    ...deps,
    factors: new FactorLimits(deps),
    slots: new HashSlots(),
  }),
  {
    tag: {
      name: 'Second factors and sessions',
      description:
        'Authenticator apps and passkeys in addition to the password, the sessions of the account, and fresh proofs of identity for sensitive operations.',
    },
    schemas: SECOND_FACTOR_SCHEMAS,
    endpoints: [
      ...SIGN_IN_ENDPOINTS,
      {
        method: 'post',
        path: '/api/v1/me/step-up',
        operationId: 'stepUp',
        summary: 'Prove your identity again',
        description: `The proof is valid for this token or session for ${STEP_UP_SECONDS / 60} minutes. Operations that need it return 401 \`step_up_required\` with a challenge; a passkey signs it, once and in the session that requested it, other proofs do not need it. Users without a second factor confirm with their password. A wrong proof is a 422; after ten wrong codes of an account in 15 minutes you get a 429.`,
        access,
        body: {
          schema: bodySchema(StepUpRequest, {
            challenge: { description: 'From the 401. Needed for a passkey.' },
            password: { description: 'For users without a second factor.' },
          }),
          examples: { totp: { totp: '123456' }, password: { password: '<PASSWORD>' } },
        },
        responses: {
          200: {
            description: 'Proved.',
            content: json(
              object<{ expires_in: number }>({
                expires_in: integer(1, 86_400, {
                  description: 'Number of seconds for which the proof is valid.',
                }),
              }),
              { proved: { expires_in: STEP_UP_SECONDS } },
            ),
          },
        },
        errors: ['rate_limited'],
        handle: confirm,
      },
      {
        method: 'get',
        path: '/api/v1/me/second-factor',
        operationId: 'listSecondFactors',
        summary: 'List your second factors',
        access,
        responses: {
          200: {
            description: 'The second factors of the account.',
            content: json(named('SecondFactors'), {
              one: { required: true, factors: [EXAMPLE_FACTOR], recovery_codes_left: 10 },
            }),
          },
        },
        handle: listFactors,
      },
      ...SET_UP_ENDPOINTS,
      {
        method: 'post',
        path: '/api/v1/me/second-factor/recovery-codes',
        operationId: 'renewRecoveryCodes',
        summary: 'Generate new recovery codes',
        description: 'The old codes become invalid.',
        access,
        stepUp: true,
        body: EMPTY_BODY,
        responses: {
          201: {
            description: 'Ten codes, shown only once.',
            content: json(object<{ recovery_codes: string[] }>({ recovery_codes: RECOVERY_CODES }), {
              renewed: { recovery_codes: EXAMPLE_CODES },
            }),
          },
        },
        errors: ['conflict'],
        handle: renewRecoveryCodes,
      },
      {
        method: 'delete',
        path: '/api/v1/me/second-factor/:factor_id',
        inPath: {
          factor_id: {
            description: 'The `factor_id`.',
            schema: id('secondFactor'),
            example: exampleId('secondFactor'),
          },
        },
        operationId: 'removeSecondFactor',
        summary: 'Remove a second factor',
        description:
          'Removing the last second factor also removes the recovery codes. If the account needs a second factor, removing the last one is a 409.',
        access,
        stepUp: true,
        body: EMPTY_BODY,
        responses: { 204: { description: 'Removed.' } },
        errors: ['conflict'],
        handle: removeFactor,
      },
      ...SESSION_ENDPOINTS,
    ],
  },
);
