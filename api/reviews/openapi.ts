import { TAKEN_FOR_MINUTES } from '../../shared/domain/review.js';
import { REVIEW_REASONS } from '../../shared/domain/states.js';
import { SERVICE_CODES } from '../../shared/services/index.js';
import { type FeatureDescription, json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../openapi/lists.js';
import { exampleId, id, named, oneOfWords } from '../openapi/schemas.js';
import { EXAMPLE_DETAIL, EXAMPLE_NOTE, EXAMPLE_REVIEW } from './openapi-examples.js';
import {
  access,
  act,
  lateAnswerOperation,
  NOTE_TEXT,
  nothing,
  parameters,
  REVIEW,
  resolveOperation,
} from './openapi-operations.js';
import { REVIEW_SCHEMAS } from './openapi-schemas.js';
import { REVIEWS_CSV } from './present-review.js';
import { NoteBody, RequeueManyBody, RevealBody } from './requests.js';

/** Describes the review desk. */
export const reviewDescription: FeatureDescription = {
  tag: {
    name: 'Review desk',
    description:
      'For support: verifications whose outcome is uncertain. Every look and act is in the audit log.',
  },
  schemas: REVIEW_SCHEMAS,
  paths: {
    '/api/v1/support/reviews': {
      operations: {
        get: {
          operationId: 'listReviews',
          summary: 'List the cases, oldest first',
          access,
          query: {
            ...PAGE_PARAMETERS,
            reason: { description: 'In review for this reason only.', schema: oneOfWords(REVIEW_REASONS) },
            client_id: { description: 'Of this client only.', schema: id('client') },
            service_code: { description: 'Of this service only.', schema: oneOfWords(SERVICE_CODES) },
            ...periodParameters('Submitted'),
            taken: {
              description: 'Whether somebody works on it; `mine`: the caller.',
              schema: oneOfWords(['yes', 'no', 'mine']),
            },
          },
          responses: {
            200: pageResponse(
              named('ReviewPage'),
              { data: [EXAMPLE_REVIEW], next_cursor: null },
              REVIEWS_CSV,
            ),
          },
        },
      },
    },
    '/api/v1/support/reviews/take-next': {
      operations: {
        post: {
          operationId: 'takeNextReview',
          summary: 'Take the oldest case that nobody works on',
          access,
          body: nothing,
          responses: { ...REVIEW, 204: { description: 'There is none.' } },
          errors: ['conflict', 'not_found'],
        },
      },
    },
    '/api/v1/support/reviews/requeue': {
      operations: {
        post: {
          operationId: 'requeueReviews',
          summary: 'Send many cases back at once',
          description: 'Only what certainly was not sent, as after an outage. All of them go back or none.',
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
        },
      },
    },
    '/api/v1/support/reviews/:id': {
      parameters,
      operations: {
        get: {
          operationId: 'getReview',
          summary: 'Read a case with its evidence',
          access,
          responses: {
            200: {
              description: 'The case.',
              content: json(named('ReviewDetail'), { review: EXAMPLE_DETAIL }),
            },
          },
        },
      },
    },
    '/api/v1/support/reviews/:id/take': act(
      'takeReview',
      'Take a case',
      `Keeps colleagues from deciding it for ${TAKEN_FOR_MINUTES} minutes; again gives more time.`,
    ),
    '/api/v1/support/reviews/:id/give-back': act(
      'giveBackReview',
      'Give a case back',
      'Before its time is over.',
    ),
    '/api/v1/support/reviews/:id/reveal-subject': {
      parameters,
      operations: {
        post: {
          operationId: 'revealSubject',
          summary: 'Show the whole subject',
          description:
            'For who asks the provider about it. With `include_answers` also what the provider answered, as it came.',
          access,
          stepUp: true,
          body: {
            required: false,
            schema: bodySchema(RevealBody, {
              include_answers: {
                description:
                  'The answers may be about somebody else; the audit log says that they were shown.',
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
        },
      },
    },
    '/api/v1/support/reviews/:id/notes': {
      parameters,
      operations: {
        post: {
          operationId: 'addReviewNote',
          summary: 'Write something down',
          access,
          body: {
            schema: bodySchema(NoteBody, { text: NOTE_TEXT }),
            examples: { note: { text: 'Asked the provider by phone' } },
          },
          responses: {
            201: { description: 'Written.', content: json(named('ReviewNote'), { note: EXAMPLE_NOTE }) },
          },
        },
      },
    },
    '/api/v1/support/reviews/:id/resolution': { parameters, operations: { post: resolveOperation } },
    '/api/v1/support/reviews/:id/late-answer': { parameters, operations: { post: lateAnswerOperation } },
  },
};
