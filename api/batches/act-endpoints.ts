import type { Endpoint } from '../http/endpoint.js';
import { type BodyDescription, json, type OperationDescription } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { id, named } from '../openapi/schemas.js';
import { cancelBatch } from './cancel-batch.js';
import { pauseBatch } from './change-batch.js';
import { ResumeBatchBody, StartBatchBody } from './requests.js';
import { EXAMPLE_PROGRESS } from './schemas.js';
import { resumeBatch, startBatch } from './start-batch.js';

const parameters = { id: { description: 'The `batch_id`.', schema: id('batch') } };

const START: BodyDescription = {
  schema: bodySchema(StartBatchBody, {
    credits_approved: {
      description:
        'The `credits` of the batch or, with `skip_duplicates`, also its `credits_without_duplicates`.',
    },
  }),
  examples: {
    start: {
      charge_approved: true,
      authority_confirmed: true,
      credits_approved: 2455,
      skip_duplicates: true,
    },
  },
};

/** The actions on one batch. */
export const ACT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/api/v1/batches/:id/start',
    inPath: parameters,
    ...act(
      'startBatch',
      'Start a batch',
      'Approves the charge and gives consent for all rows, in the name of the caller.',
      START,
    ),
    handle: startBatch,
  },
  {
    method: 'post',
    path: '/api/v1/batches/:id/pause',
    inPath: parameters,
    ...act('pauseBatch', 'Pause a batch', 'No more rows are submitted; rows in progress continue.'),
    handle: pauseBatch,
  },
  {
    method: 'post',
    path: '/api/v1/batches/:id/resume',
    inPath: parameters,
    ...act(
      'resumeBatch',
      'Resume a batch',
      'Continues in the name of the caller. After a price change, the charge for the remaining rows must be approved.',
      { schema: bodySchema(ResumeBatchBody), examples: { resume: {} }, required: false },
    ),
    handle: resumeBatch,
  },
  {
    method: 'post',
    path: '/api/v1/batches/:id/cancel',
    inPath: parameters,
    ...act(
      'cancelBatch',
      'Cancel a batch',
      'No more rows are submitted, and the data of waiting rows is destroyed; rows in progress continue.',
    ),
    handle: cancelBatch,
  },
];

/** An action on a batch that answers with its new state. */
function act(
  operationId: string,
  summary: string,
  description: string,
  body: BodyDescription = EMPTY_BODY,
): OperationDescription {
  return {
    operationId,
    summary,
    description,
    access: { act: 'submit' },
    body,
    responses: {
      200: {
        description: 'The current state of the batch.',
        content: json(named('BatchProgress'), { running: EXAMPLE_PROGRESS }),
      },
    },
    errors: ['conflict'],
  };
}
