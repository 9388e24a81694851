import type { Request } from 'express';
import { EXAMPLE_APPROVAL, PROPOSED } from '../approvals/schemas.js';
import { asStaff } from '../deps.js';
import type { Endpoint } from '../http/endpoint.js';
import { json, type OperationDescription } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../openapi/lists.js';
import { id, named, oneOfWords } from '../openapi/schemas.js';
import { COMPLETED, PENDING } from '../verifications/openapi/examples.js';
import { REFERENCE } from '../verifications/openapi/verification-schemas.js';
import { applyLate, resolve } from './decide-case.js';
import { EXAMPLE_CALL, EXAMPLE_DECISION } from './examples.js';
import { DECISIONS_CSV, listDecisions } from './list-decisions.js';
import { LateAnswerBody, ResolutionBody } from './requests.js';
import { NOTE_TEXT } from './schemas.js';
import { withdrawWriteOff } from './withdraw-write-off.js';

const access = { act: 'work_reviews' } as const;
const parameters = { id: { description: 'The `request_id`.', schema: id('verification') } };
const VERIFICATION: OperationDescription['responses'] = {
  200: {
    description: 'The current state of the verification.',
    content: json(named('Verification'), { completed: COMPLETED, requeued: PENDING }),
  },
};

/** Ending a case, and reading ended ones. */
export const DECISION_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/v1/support/decisions',
    operationId: 'listReviewDecisions',
    summary: 'List the decisions of support, newest first',
    access,
    query: {
      ...PAGE_PARAMETERS,
      by: { description: '`me`: decided by the caller.', schema: oneOfWords(['me']) },
      client_id: { description: 'Only for this client.', schema: id('client') },
      reference: { description: 'With exactly this reference, as the client wrote it.', schema: REFERENCE },
      ...periodParameters('Decided'),
    },
    responses: {
      200: pageResponse(
        named('ReviewDecisionPage'),
        { data: [EXAMPLE_DECISION], next_cursor: null },
        DECISIONS_CSV,
      ),
    },
    handle: listDecisions,
  },
  {
    method: 'post',
    path: '/api/v1/support/reviews/:id/resolution',
    inPath: parameters,
    operationId: 'resolveReview',
    summary: 'Decide a case',
    description:
      '- `complete` charges the credits, and needs `outcome` and `label`\n- `release` releases the credits\n- `requeue` sends the case back to the workers. While a call may have been received, this is a 409, unless the provider has confirmed that it does not charge and `provider_confirmed_no_charge` is true. A call that was given up while its worker may still be alive cannot be written off even then: the 409 says when it will be possible. Where a write-off takes two people, it is proposed (202); while one waits, another is a 409 with its `approval_id`, and the same one sent again is the same 202\n\nA field that belongs to another decision is a fault.',
    access,
    stepUp: isWriteOff,
    body: {
      schema: bodySchema(ResolutionBody, {
        note: NOTE_TEXT,
        label: { description: 'The result in words, as shown on the report.' },
        provider_confirmed_no_charge: { description: 'Recorded in the audit log.' },
        provider_document: {
          description:
            'The document in which the provider says so, for example a letter. Required for a write-off that takes two people; no identity numbers.',
        },
        calls_to_write_off: {
          description:
            'As returned with the case. If another call has become known since, or one has been answered, the provider’s confirmation does not cover it: 409.',
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
        requeue: {
          decision: 'requeue',
          note: 'Not charged',
          provider_confirmed_no_charge: true,
          calls_to_write_off: [EXAMPLE_CALL],
        },
      },
    },
    responses: { ...VERIFICATION, 202: PROPOSED },
    errors: ['conflict'],
    handle: asStaff(resolve),
  },
  {
    method: 'post',
    path: '/api/v1/support/reviews/:id/late-answer',
    inPath: parameters,
    operationId: 'applyLateAnswer',
    summary: 'Apply a late answer',
    description: 'Replaces the unclear parts with the findings of a late answer.',
    access,
    body: {
      schema: bodySchema(LateAnswerBody, { note: NOTE_TEXT }),
      examples: { apply: { note: 'Matches what the provider says' } },
      required: false,
    },
    responses: VERIFICATION,
    errors: ['conflict'],
    handle: asStaff(applyLate),
  },
  {
    method: 'post',
    path: '/api/v1/support/reviews/:id/withdraw-write-off',
    inPath: parameters,
    operationId: 'withdrawWriteOff',
    summary: 'Withdraw your own write-off proposal',
    description:
      'It can no longer be approved, but can be proposed again. Only for the person who proposed it; administrators decline a proposal instead.',
    access,
    body: EMPTY_BODY,
    responses: {
      200: {
        description: 'The withdrawn proposal.',
        content: json(named('Approval'), { withdrawn: EXAMPLE_APPROVAL }),
      },
    },
    errors: ['conflict'],
    handle: asStaff(withdrawWriteOff),
  },
];

/** Whether a call that may have been received is to be repeated. */
function isWriteOff(req: Request): boolean {
  return (req.body as { provider_confirmed_no_charge?: unknown }).provider_confirmed_no_charge === true;
}
