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
    oneOfWords(BATCH_REASONS, { description: 'Why it pauses, or was cancelled by the service.' }),
  ),
  file_name: nullable(text(100, { description: 'Null when the name says whom the file is about.' })),
  rows: ROWS,
  valid_rows: integer(0, MAX_BATCH_ROWS, {
    description: 'Rows that can be submitted, duplicates among them.',
  }),
  faulty_rows: ROWS,
  duplicate_rows: integer(0, MAX_BATCH_ROWS, {
    description: 'Valid rows that ask what an earlier row asks, or what was asked in the last 30 days.',
  }),
  credits: integer(0, MAX_CREDITS, { description: 'What all valid rows cost.' }),
  release: text(40, { description: 'The price list that says so.' }),
  submitted_by: nullable(
    text(40, { description: 'The user or API key that started it, and in whose name rows are submitted.' }),
  ),
  created_at: moment(),
  started_at: nullable(moment()),
  ended_at: nullable(moment()),
};

/** The named schemas of batches. */
export const BATCH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Batch: object<WireBatch>(BATCH),
  BatchPage: page<WireBatch>(named('Batch')),
  NewBatch: object<WireNewBatch>({
    ...BATCH,
    ignored_columns: arrayOf(text(100), 50, { description: 'Columns of the file that mean nothing here.' }),
  }),
  BatchProgress: object<WireBatchProgress>({
    ...BATCH,
    credits_without_duplicates: CREDITS,
    credits_waiting: {
      ...CREDITS,
      description:
        'What the rows that are not submitted yet cost by the price list of today: the `credits_approved` of a resume.',
    },
    biometric_consent_required: boolean(),
    counts: object<WireBatchProgress['counts']>(
      Object.fromEntries(ROW_STATES.map((state) => [state, ROWS])) as Properties<WireBatchProgress['counts']>,
      { description: 'Rows by what has become of them by now.' },
    ),
    progress: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'The part of the rows that can be submitted which is done.',
    },
    eta_seconds: nullable(
      integer(0, 2_147_483_647, { description: 'At the pace so far; null while there is no telling.' }),
    ),
  }),
  BatchRow: object<WireBatchRow>({
    row: integer(1, MAX_BATCH_ROWS, { description: 'Counted from 1, without the header and empty rows.' }),
    state: oneOfWords(ROW_STATES),
    service_code: nullable(text(40)),
    request_id: nullable(id('verification')),
    subject: nullable(
      text(300, { description: 'Masked. Null until the row is submitted, like what follows.' }),
    ),
    reference: nullable(text(100)),
    outcome: nullable(oneOfWords(OUTCOMES)),
    duplicate_of: nullable(id('verification', { description: 'The request that asked the same.' })),
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
};

export const EXAMPLE_PROGRESS: WireBatchProgress = {
  ...EXAMPLE_BATCH,
  status: 'running',
  submitted_by: exampleId('user'),
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
