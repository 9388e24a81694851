import { PROPOSED } from '../approvals/openapi.js';
import {
  type BodyDescription,
  json,
  type OperationDescription,
  type PathDescription,
} from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { id, named } from '../openapi/schemas.js';
import { NoFields } from '../validation/no-fields.js';
import { COMPLETED, PENDING } from '../verifications/openapi/examples.js';
import { EXAMPLE_REVIEW } from './openapi-examples.js';
import { LateAnswerBody, ResolutionBody } from './requests.js';

export const access = { act: 'work_reviews' } as const;
export const parameters = { id: { description: 'The `request_id`.', schema: id('verification') } };
/** The body of what takes none. */
export const nothing: BodyDescription = {
  schema: bodySchema(NoFields),
  examples: { nothing: {} },
  required: false,
};

export const NOTE_TEXT = { description: 'A subject that is pasted into it is masked.' };

export const REVIEW: OperationDescription['responses'] = {
  200: { description: 'The case as it is now.', content: json(named('Review'), { review: EXAMPLE_REVIEW }) },
};
const VERIFICATION: OperationDescription['responses'] = {
  200: {
    description: 'The verification as it is now.',
    content: json(named('Verification'), { completed: COMPLETED, requeued: PENDING }),
  },
};

export const resolveOperation: OperationDescription = {
  operationId: 'resolveReview',
  summary: 'Decide a case',
  description:
    '- `complete` charges, and needs `outcome` and `label`\n- `release` frees the credits\n- `requeue` sends the case back to the workers. While a call may have been received it is a 409, unless the provider has confirmed that it does not charge and `provider_confirmed_no_charge` is true. A call that was given up while its worker may still be alive cannot be written off even then: the 409 says from when on\n\nA field of another decision is a fault.',
  access,
  stepUp: true,
  body: {
    schema: bodySchema(ResolutionBody, {
      note: NOTE_TEXT,
      label: { description: 'The result language of the report.' },
      provider_confirmed_no_charge: { description: 'Recorded in the audit log.' },
      provider_document: {
        description:
          'Where the provider says so, for example a letter. Required for a write-off that takes two people; no identity numbers.',
      },
    }),
    examples: {
      complete: {
        decision: 'complete',
        outcome: 'positive',
        label: 'Identity number confirmed',
        note: 'By phone',
      },
      release: { decision: 'release', note: 'The provider cannot say' },
      requeue: { decision: 'requeue', note: 'Not charged', provider_confirmed_no_charge: true },
    },
  },
  responses: { ...VERIFICATION, 202: PROPOSED },
  errors: ['conflict'],
};

/** An act on one case that takes nothing and answers with the case. */
export function act(operationId: string, summary: string, description: string): PathDescription {
  const operation: OperationDescription = {
    operationId,
    summary,
    description,
    access,
    body: nothing,
    responses: REVIEW,
    errors: ['conflict'],
  };
  return { parameters, operations: { post: operation } };
}

export const lateAnswerOperation: OperationDescription = {
  operationId: 'applyLateAnswer',
  summary: 'Apply a late answer',
  description: 'Puts what a late answer found in place of the unclear parts.',
  access,
  body: {
    schema: bodySchema(LateAnswerBody, { note: NOTE_TEXT }),
    examples: { apply: { note: 'Matches what the provider says' } },
    required: false,
  },
  responses: VERIFICATION,
  errors: ['conflict'],
};
