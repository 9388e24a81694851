import { TAKEN_FOR_MINUTES } from '../../shared/domain/review.js';
import { REVIEW_REASONS } from '../../shared/domain/states.js';
import { SERVICE_CODES } from '../../shared/services/index.js';
import { asStaff } from '../deps.js';
import { feature } from '../http/endpoint.js';
import { json, type OperationDescription } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../openapi/lists.js';
import { exampleId, id, named, oneOfWords } from '../openapi/schemas.js';
import { REFERENCE } from '../verifications/openapi/verification-schemas.js';
import { addNote } from './add-note.js';
import { DECISION_ENDPOINTS } from './decision-endpoints.js';
import { EXAMPLE_DETAIL, EXAMPLE_NOTE, EXAMPLE_REVIEW } from './examples.js';
import { listReviews } from './list-reviews.js';
import { REVIEWS_CSV } from './present-review.js';
import { getReview, revealSubject } from './read-case.js';
import { NoteBody, RequeueManyBody, RevealBody } from './requests.js';
import { requeueMany } from './requeue-many.js';
import { NOTE_TEXT, REVIEW_SCHEMAS } from './schemas.js';
import { giveBack, take, takeNext } from './take-reviews.js';

const access = { act: 'work_reviews' } as const;
const parameters = { id: { description: 'The `request_id`.', schema: id('verification') } };
const REVIEW: OperationDescription['responses'] = {
  200: {
    description: 'The current state of the case.',
    content: json(named('Review'), { review: EXAMPLE_REVIEW }),
  },
};

/** The review desk (contract 6): for support only, and everything done there is in the audit log. */
export const reviewFeature = feature({
  tag: {
    name: 'Review desk',
    description:
      'For support: verifications whose outcome is uncertain. Every access and every action is in the audit log.',
  },
  schemas: REVIEW_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/support/reviews',
      operationId: 'listReviews',
      summary: 'List the cases, oldest first',
      access,
      query: {
        ...PAGE_PARAMETERS,
        reason: { description: 'Only cases in review for this reason.', schema: oneOfWords(REVIEW_REASONS) },
        client_id: { description: 'Only for this client.', schema: id('client') },
        reference: { description: 'With exactly this reference, as the client wrote it.', schema: REFERENCE },
        service_code: { description: 'Only for this service.', schema: oneOfWords(SERVICE_CODES) },
        ...periodParameters('Submitted'),
        taken: {
          description: 'Whether somebody is working on it; `mine`: the caller is.',
          schema: oneOfWords(['yes', 'no', 'mine']),
        },
      },
      responses: {
        200: pageResponse(named('ReviewPage'), { data: [EXAMPLE_REVIEW], next_cursor: null }, REVIEWS_CSV),
      },
      handle: listReviews,
    },
    {
      method: 'post',
      path: '/api/v1/support/reviews/take-next',
      operationId: 'takeNextReview',
      summary: 'Take the oldest free case',
      description:
        'A case with a write-off that awaits approval is left out, unless its calls have changed since it was proposed.',
      access,
      body: EMPTY_BODY,
      responses: { ...REVIEW, 204: { description: 'There is no free case.' } },
      errors: ['conflict', 'not_found'],
      handle: asStaff(takeNext),
    },
    {
      method: 'post',
      path: '/api/v1/support/reviews/requeue',
      operationId: 'requeueReviews',
      summary: 'Requeue many cases at once',
      description:
        'Only for cases that were certainly not sent, as after an outage. Either all of them are requeued or none.',
      access,
      body: {
        schema: bodySchema(RequeueManyBody, { note: NOTE_TEXT }),
        examples: { outage: { request_ids: [exampleId('verification')], note: 'The provider is back' } },
      },
      responses: {
        200: {
          description: 'Sent back.',
          content: json(named('Requeued'), { requeued: { request_ids: [exampleId('verification')] } }),
        },
      },
      errors: ['conflict', 'not_found'],
      handle: asStaff(requeueMany),
    },
    {
      method: 'get',
      path: '/api/v1/support/reviews/:id',
      inPath: parameters,
      operationId: 'getReview',
      summary: 'Read a case with its evidence',
      access,
      responses: {
        200: {
          description: 'The case.',
          content: json(named('ReviewDetail'), { review: EXAMPLE_DETAIL }),
        },
      },
      handle: asStaff(getReview),
    },
    {
      method: 'post',
      path: '/api/v1/support/reviews/:id/take',
      inPath: parameters,
      ...act(
        'takeReview',
        'Take a case',
        `Prevents colleagues from deciding it for ${TAKEN_FOR_MINUTES} minutes; taking it again extends the time.`,
      ),
      handle: asStaff(take),
    },
    {
      method: 'post',
      path: '/api/v1/support/reviews/:id/give-back',
      inPath: parameters,
      ...act('giveBackReview', 'Release a case', 'Returns the case before its time is over.'),
      handle: asStaff(giveBack),
    },
    {
      method: 'post',
      path: '/api/v1/support/reviews/:id/reveal-subject',
      inPath: parameters,
      operationId: 'revealSubject',
      summary: 'Reveal the whole subject',
      description:
        'For the person who asks the provider about it. With `include_answers`, also the provider’s answers, unmodified.',
      access,
      stepUp: true,
      body: {
        required: false,
        schema: bodySchema(RevealBody, {
          include_answers: {
            description: 'The answers may concern somebody else; the audit log records that they were shown.',
          },
        }),
        examples: { subject: {}, with_answers: { include_answers: true } },
      },
      responses: {
        200: {
          description: 'The subject as it was submitted.',
          content: json(named('RevealedSubject'), {
            subject: { request_id: exampleId('verification'), subject: '0001010000071', parameters: {} },
          }),
        },
      },
      handle: asStaff(revealSubject),
    },
    {
      method: 'post',
      path: '/api/v1/support/reviews/:id/notes',
      inPath: parameters,
      operationId: 'addReviewNote',
      summary: 'Add a note',
      access,
      body: {
        schema: bodySchema(NoteBody, { text: NOTE_TEXT }),
        examples: { note: { text: 'Asked the provider by phone' } },
      },
      responses: {
        201: { description: 'Written.', content: json(named('ReviewNote'), { note: EXAMPLE_NOTE }) },
      },
      handle: asStaff(addNote),
    },
    ...DECISION_ENDPOINTS,
  ],
});

/** An action on one case that takes no input and answers with the case. */
function act(operationId: string, summary: string, description: string): OperationDescription {
  return {
    operationId,
    summary,
    description,
    access,
    body: EMPTY_BODY,
    responses: REVIEW,
    errors: ['conflict'],
  };
}
