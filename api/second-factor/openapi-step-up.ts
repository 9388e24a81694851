import { json, type OperationDescription } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { integer, object } from '../openapi/schemas.js';
import { STEP_UP_SECONDS } from '../sessions/limits.js';
import { StepUpRequest } from './requests.js';

/** Describes how somebody proves once more who they are. */
export const STEP_UP: OperationDescription = {
  operationId: 'stepUp',
  summary: 'Prove once more who it is',
  description: `Serves this token or session for ${STEP_UP_SECONDS / 60} minutes. What needs it answers 401 \`step_up_required\` with a challenge; a passkey signs that, the other proofs need none. Somebody without a second factor confirms with the password. A wrong proof is a 422; ten wrong codes of an account in 15 minutes are a 429.`,
  access: { act: 'manage_own_account' },
  body: {
    schema: bodySchema(StepUpRequest, {
      challenge: { description: 'Of the 401. Needed with a passkey.' },
      password: { description: 'Of somebody without a second factor.' },
    }),
    examples: { totp: { totp: '123456' }, password: { password: '<PASSWORD>' } },
  },
  responses: {
    200: {
      description: 'Proved.',
      content: json(
        object<{ expires_in: number }>({
          expires_in: integer(1, 86_400, { description: 'Seconds that the proof serves.' }),
        }),
        { proved: { expires_in: STEP_UP_SECONDS } },
      ),
    },
  },
  errors: ['rate_limited'],
};
