import { DRAFT_KEPT_DAYS, MAX_DRAFTS, ROW_STATES } from '../../shared/domain/batch.js';
import type { CsvForm } from '../http/csv.js';
import { feature } from '../http/endpoint.js';
import { json, type ResponseDescription } from '../openapi/describe.js';
import { PAGE_PARAMETERS, pageResponse } from '../openapi/lists.js';
import { id, named, oneOfWords } from '../openapi/schemas.js';
import { ACT_ENDPOINTS } from './act-endpoints.js';
import { createBatch } from './create-batch.js';
import { RESULTS_CSV, ROWS_CSV } from './present-batch.js';
import { BATCHES_CSV, downloadResults, getBatch, listBatches, listRows } from './read-batches.js';
import { BATCH_SCHEMAS, EXAMPLE_BATCH, EXAMPLE_PROGRESS, EXAMPLE_ROW } from './schemas.js';
import { downloadTemplate, TEMPLATE_CSV } from './template.js';
import { UPLOAD } from './upload-body.js';

const READING = { act: 'read_reports' } as const;
const parameters = { id: { description: 'The `batch_id`.', schema: id('batch') } };

/** Files of rows, each of which becomes a verification (contract 13). */
export const batchFeature = feature({
  tag: {
    name: 'Batches',
    description:
      'A file of rows, each of which becomes an ordinary verification with the key `<batch_id>:<row>`, at most once, whatever crashes on the way. A batch pauses itself when credits or a limit run out, and never slows down the requests of others.',
  },
  schemas: BATCH_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/batches',
      operationId: 'listBatches',
      summary: 'List the batches of the client',
      access: READING,
      query: PAGE_PARAMETERS,
      responses: {
        200: pageResponse(named('BatchPage'), { data: [EXAMPLE_BATCH], next_cursor: null }, BATCHES_CSV),
      },
      handle: listBatches,
    },
    {
      method: 'post',
      path: '/api/v1/batches',
      operationId: 'createBatch',
      summary: 'Upload a file',
      description: `Validates every row as a submission would be validated, and stores a draft. Nothing is reserved or submitted until the batch is started; a draft that is not started is cancelled after ${DRAFT_KEPT_DAYS} days. Uploading the same file again is a 409 with \`batch_id\`. A client with ${MAX_DRAFTS} drafts gets a 409 without it.`,
      access: { act: 'submit' },
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
      handle: createBatch,
    },
    {
      method: 'get',
      path: '/api/v1/batches/template',
      operationId: 'downloadBatchTemplate',
      summary: 'Download a template',
      access: READING,
      responses: { 200: csvFile('All columns, with example rows to overwrite.', TEMPLATE_CSV) },
      handle: () => downloadTemplate,
    },
    {
      method: 'get',
      path: '/api/v1/batches/:id',
      inPath: parameters,
      operationId: 'getBatch',
      summary: 'Read a batch and its progress',
      access: READING,
      responses: {
        200: {
          description: 'The batch.',
          content: json(named('BatchProgress'), { running: EXAMPLE_PROGRESS }),
        },
      },
      handle: getBatch,
    },
    {
      method: 'get',
      path: '/api/v1/batches/:id/rows',
      inPath: parameters,
      operationId: 'listBatchRows',
      summary: 'List the rows of a batch',
      description:
        'In file order: state and faults, never a value of the file; once a row is submitted, also its request, the masked subject and the reference.',
      access: READING,
      query: {
        state: { description: 'Rows of this state only.', schema: oneOfWords(ROW_STATES) },
        ...PAGE_PARAMETERS,
      },
      responses: {
        200: pageResponse(named('BatchRowPage'), { data: [EXAMPLE_ROW], next_cursor: null }, ROWS_CSV),
      },
      handle: listRows,
    },
    {
      method: 'get',
      path: '/api/v1/batches/:id/results',
      inPath: parameters,
      operationId: 'downloadBatchResults',
      summary: 'Download the result of every row',
      description: 'Available at any time: unfinished rows appear with their current state.',
      access: READING,
      responses: { 200: csvFile('The rows in file order.', RESULTS_CSV) },
      handle: downloadResults,
    },
    ...ACT_ENDPOINTS,
  ],
});

function csvFile<Item>(description: string, { columns }: CsvForm<Item>): ResponseDescription {
  return {
    description,
    headers: ['Content-Disposition'],
    content: {
      'text/csv': {
        schema: { type: 'string', contentMediaType: 'text/csv', maxLength: 20_000_000 },
        examples: { header: `${Object.keys(columns).join(',')}\r\n` },
      },
    },
  };
}
