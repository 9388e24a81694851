import { DRAFT_KEPT_DAYS, MAX_BATCH_ROWS, MAX_FILE_BYTES, ROW_STATES } from '../../shared/domain/batch.js';
import { SERVICES } from '../../shared/services/index.js';
import type { CsvForm } from '../http/csv.js';
import {
  type BodyDescription,
  type FeatureDescription,
  json,
  type OperationDescription,
  type ResponseDescription,
} from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse } from '../openapi/lists.js';
import { id, named, objectOf, oneOfWords, optional, text } from '../openapi/schemas.js';
import { NoFields } from '../validation/no-fields.js';
import { BATCH_SCHEMAS, EXAMPLE_BATCH, EXAMPLE_PROGRESS, EXAMPLE_ROW } from './openapi-schemas.js';
import { RESULTS_CSV, ROWS_CSV } from './present-batch.js';
import { BATCHES_CSV } from './read-batches.js';
import { ResumeBatchBody, StartBatchBody } from './requests.js';
import { TEMPLATE_CSV } from './template.js';

const READING = { act: 'read_reports' } as const;
const RUNNING = { act: 'submit' } as const;
const parameters = { id: { description: 'The `batch_id`.', schema: id('batch') } };
const nothing: BodyDescription = {
  schema: bodySchema(NoFields),
  examples: { nothing: {} },
  required: false,
};

const UPLOAD: BodyDescription = {
  mediaType: 'multipart/form-data',
  schema: objectOf({
    file: {
      type: 'string',
      format: 'binary',
      maxLength: MAX_FILE_BYTES,
      description: `CSV, XLSX (its first sheet) or JSON Lines, at most 5 MiB and ${MAX_BATCH_ROWS} rows.`,
    },
    service_code: optional(
      oneOfWords(
        SERVICES.map(({ code }) => code),
        { description: 'Of rows without their own.' },
      ),
    ),
    purpose: optional(text(500, { minLength: 3, description: 'Of rows without their own.' })),
    reference: optional(text(100, { description: 'Of rows without their own.' })),
    allow_repeat: optional(
      oneOfWords(['true', 'false'], { description: 'Take a file that was uploaded before.' }),
    ),
    columns: optional(
      text(8192, {
        description:
          'A JSON object: names of columns in the file, with the column that each is, or an empty text to leave it out.',
      }),
    ),
  }),
  examples: {
    csv: {
      file: 'subject,reference\r\n0001010000071,Applicant 1\r\n',
      service_code: 'said_verification',
      purpose: 'Pre-employment screening',
    },
  },
};

function csvFile<Item>(description: string, { columns }: CsvForm<Item>): ResponseDescription {
  return {
    description,
    content: {
      'text/csv': {
        schema: { type: 'string', contentMediaType: 'text/csv', maxLength: 20_000_000 },
        examples: { header: `${Object.keys(columns).join(',')}\r\n` },
      },
    },
  };
}

/** An act on a batch, which answers with it as it then is. */
function act(
  operationId: string,
  summary: string,
  description: string,
  body: BodyDescription = nothing,
): OperationDescription {
  return {
    operationId,
    summary,
    description,
    access: RUNNING,
    body,
    responses: {
      200: {
        description: 'The batch as it is now.',
        content: json(named('BatchProgress'), { running: EXAMPLE_PROGRESS }),
      },
    },
    errors: ['conflict'],
  };
}

const START: BodyDescription = {
  schema: bodySchema(StartBatchBody, {
    credits_approved: {
      description: '`credits` of the batch, or with `skip_duplicates` also `credits_without_duplicates`.',
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

/** Describes batches. */
export const batchDescription: FeatureDescription = {
  tag: {
    name: 'Batches',
    description:
      'A file of rows, each of which becomes an ordinary verification under the key `<batch_id>:<row>`: at most once, whatever dies on the way. A batch pauses itself when credits or a limit run out, and never slows down what others ask.',
  },
  schemas: BATCH_SCHEMAS,
  paths: {
    '/api/v1/batches': {
      operations: {
        get: {
          operationId: 'listBatches',
          summary: 'List the batches of the client',
          access: READING,
          query: PAGE_PARAMETERS,
          responses: {
            200: pageResponse(named('BatchPage'), { data: [EXAMPLE_BATCH], next_cursor: null }, BATCHES_CSV),
          },
        },
        post: {
          operationId: 'createBatch',
          summary: 'Upload a file',
          description: `Judges every row as its creation would be judged, and stores a draft. Nothing is reserved or submitted before it is started; a draft that nobody starts is cancelled after ${DRAFT_KEPT_DAYS} days. The same file again is a 409 with \`batch_id\`.`,
          access: RUNNING,
          body: UPLOAD,
          responses: {
            201: {
              description: 'A draft.',
              headers: ['Location'],
              content: json(named('NewBatch'), {
                draft: { ...EXAMPLE_BATCH, ignored_columns: ['department'] },
              }),
            },
          },
          errors: ['conflict', 'rate_limited'],
        },
      },
    },
    '/api/v1/batches/template': {
      operations: {
        get: {
          operationId: 'downloadBatchTemplate',
          summary: 'Download a template',
          access: READING,
          responses: { 200: csvFile('Every column, and examples to write over.', TEMPLATE_CSV) },
        },
      },
    },
    '/api/v1/batches/:id': {
      parameters,
      operations: {
        get: {
          operationId: 'getBatch',
          summary: 'Read how far a batch is',
          access: READING,
          responses: {
            200: {
              description: 'The batch.',
              content: json(named('BatchProgress'), { running: EXAMPLE_PROGRESS }),
            },
          },
        },
      },
    },
    '/api/v1/batches/:id/rows': {
      parameters,
      operations: {
        get: {
          operationId: 'listBatchRows',
          summary: 'List the rows of a batch',
          description: 'In the order of the file: state, request and faults, never what stands in the row.',
          access: READING,
          query: {
            state: { description: 'Rows of this state only.', schema: oneOfWords(ROW_STATES) },
            ...PAGE_PARAMETERS,
          },
          responses: {
            200: pageResponse(named('BatchRowPage'), { data: [EXAMPLE_ROW], next_cursor: null }, ROWS_CSV),
          },
        },
      },
    },
    '/api/v1/batches/:id/results': {
      parameters,
      operations: {
        get: {
          operationId: 'downloadBatchResults',
          summary: 'Download what became of every row',
          description: 'Also half-way: rows that are not done yet stand in it as they are.',
          access: READING,
          responses: { 200: csvFile('The rows in the order of the file.', RESULTS_CSV) },
        },
      },
    },
    '/api/v1/batches/:id/start': {
      parameters,
      operations: {
        post: act(
          'startBatch',
          'Start a batch',
          'Approves the charge of all its rows and gives their consents, in the name of the caller.',
          START,
        ),
      },
    },
    '/api/v1/batches/:id/pause': {
      parameters,
      operations: {
        post: act('pauseBatch', 'Pause a batch', 'Nothing more is submitted; what is on its way goes on.'),
      },
    },
    '/api/v1/batches/:id/resume': {
      parameters,
      operations: {
        post: act(
          'resumeBatch',
          'Go on with a batch',
          'In the name of the caller. After a change of prices the charge of the remaining rows has to be approved.',
          { schema: bodySchema(ResumeBatchBody), examples: { resume: {} }, required: false },
        ),
      },
    },
    '/api/v1/batches/:id/cancel': {
      parameters,
      operations: {
        post: act(
          'cancelBatch',
          'Cancel a batch',
          'Nothing more is submitted, and what its waiting rows hold is destroyed; what is on its way goes on.',
        ),
      },
    },
  },
};
