import { BATCH_REASONS, BATCH_STATUSES, MAX_BATCH_ROWS, ROW_STATES } from '../../shared/domain/batch.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { OUTCOMES } from '../../shared/domain/outcome.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import type { WireBatch, WireBatchProgress, WireBatchRow, WireNewBatch } from '../../shared/wire/batch.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { page } from '../openapi/lists.js';
import {
  arrayOf,
  boolean,
  exampleId,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  type Properties,
  text,
} from '../openapi/schemas.js';

const ROWS = integer(0, MAX_BATCH_ROWS);
const CREDITS = integer(0, MAX_CREDITS);

const BATCH: Properties<WireBatch> = {
  batch_id: id('batch'),
  status: oneOfWords(BATCH_STATUSES),
  reason: nullable(
    oneOfWords(BATCH_REASONS, { description: 'Why it is paused, or was cancelled by the service.' }),
  ),
  file_name: nullable(text(100, { description: 'Null if the file name would reveal who it is about.' })),
  rows: ROWS,
  valid_rows: integer(0, MAX_BATCH_ROWS, {
    description: 'Rows that can be submitted, including duplicates.',
  }),
  faulty_rows: ROWS,
  duplicate_rows: integer(0, MAX_BATCH_ROWS, {
    description: 'Valid rows that repeat an earlier row or a request of the last 30 days.',
  }),
  credits: integer(0, MAX_CREDITS, {
    description:
      'The price of all valid rows. `GET /api/v1/batches/{id}` of a draft states what starting it costs now, even if prices have changed or rows were erased since the upload.',
  }),
  release: text(40, { description: 'The price list used.' }),
  submitted_by: nullable(
    text(40, { description: 'The user or API key that started it, and in whose name rows are submitted.' }),
  ),
  created_at: moment(),
  started_at: nullable(moment()),
  ended_at: nullable(moment()),
  submitted_by_name: nullable(
    text(254, { description: 'What it is called, or the address of a user without a name.' }),
  ),
};

/** The named schemas of batches. */
export const BATCH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Batch: object<WireBatch>(BATCH),
  BatchPage: page<WireBatch>(named('Batch')),
  NewBatch: object<WireNewBatch>({
    ...BATCH,
    ignored_columns: arrayOf(text(100), 50, { description: 'Columns of the file that are not recognised.' }),
  }),
  BatchProgress: object<WireBatchProgress>({
    ...BATCH,
    credits_without_duplicates: CREDITS,
    credits_waiting: {
      ...CREDITS,
      description:
        'The price of the rows not yet submitted, by the current price list: the `credits_approved` to resume with.',
    },
    biometric_consent_required: boolean(),
    counts: object<WireBatchProgress['counts']>(
      Object.fromEntries(ROW_STATES.map((state) => [state, ROWS])) as Properties<WireBatchProgress['counts']>,
      { description: 'Number of rows by current state.' },
    ),
    progress: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'The finished share of the rows that can be submitted.',
    },
    eta_seconds: nullable(
      integer(0, 2_147_483_647, {
        description: 'Estimated from the pace so far; null while there is no estimate.',
      }),
    ),
  }),
  BatchRow: object<WireBatchRow>({
    row: integer(1, MAX_BATCH_ROWS, {
      description: 'Starts at 1; the header and empty rows are not counted.',
    }),
    state: oneOfWords(ROW_STATES),
    service_code: nullable(text(40)),
    request_id: nullable(id('verification')),
    subject: nullable(
      text(300, { description: 'Masked. Null until the row is submitted, like the members below.' }),
    ),
    reference: nullable(text(100)),
    outcome: nullable(oneOfWords(OUTCOMES)),
    duplicate_of: nullable(id('verification', { description: 'The earlier request that this row repeats.' })),
    faults: arrayOf(named('FieldFault'), 20),
  }),
  BatchRowPage: page<WireBatchRow>(named('BatchRow')),
};

export const EXAMPLE_BATCH: WireBatch = {
  batch_id: exampleId('batch'),
  status: 'draft',
  reason: null,
  file_name: 'applicants.csv',
  rows: 500,
  valid_rows: 497,
  faulty_rows: 3,
  duplicate_rows: 6,
  credits: 2485,
  release: PRICE_LIST.release,
  submitted_by: null,
  created_at: '2026-09-01T08:00:00.123Z',
  started_at: null,
  ended_at: null,
  submitted_by_name: null,
};

export const EXAMPLE_PROGRESS: WireBatchProgress = {
  ...EXAMPLE_BATCH,
  status: 'running',
  submitted_by: exampleId('user'),
  submitted_by_name: 'An Agent',
  started_at: '2026-09-01T08:05:00.000Z',
  credits_without_duplicates: 2455,
  credits_waiting: 1500,
  biometric_consent_required: false,
  counts: {
    valid: 300,
    duplicate: 0,
    faulty: 3,
    pending: 41,
    completed: 148,
    manual_review: 2,
    skipped: 6,
    refused: 0,
    cancelled: 0,
    erased: 0,
  },
  progress: 0.314,
  eta_seconds: 42,
};

export const EXAMPLE_ROW: WireBatchRow = {
  row: 17,
  state: 'faulty',
  service_code: 'said_verification',
  request_id: null,
  subject: null,
  reference: null,
  outcome: null,
  duplicate_of: null,
  faults: [
    {
      field: 'subject',
      code: 'damaged_by_spreadsheet',
      message:
        'A spreadsheet has turned this into a number such as 8.00102E+12. Format the column as text before you type or paste into it, and save the file again.',
    },
  ],
};
