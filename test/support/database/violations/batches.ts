import { newId } from '../../../../shared/domain/ids.js';
import { insert, type StandingRows, type Violations } from './statements.js';

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Invalid states of batches and their rows: each statement creates the batch it refers to. */
export function violationsOfBatches({ clientId, verificationId }: StandingRows): Violations {
  const batchId = newId();
  const newBatch = (row: Row = {}) =>
    insert('batches', {
      id: batchId,
      client_id: clientId,
      file_hash: 'x',
      data_key: 'x',
      rows: 1,
      valid_rows: 1,
      duplicate_rows: 0,
      credits: 5,
      charges: '{}',
      price_release: 'x',
      created_by: 'x',
      channel: 'api',
      correlation_id: 'x',
      ...row,
    });
  const newRow = (row: Row = {}) =>
    insert('batch_rows', {
      batch_id: batchId,
      row_no: 1,
      client_id: clientId,
      state: 'ready',
      input_sealed: 'x',
      subject_hash: 'x',
      ...row,
    });
  const inBatch = (row: Row) => `${newBatch()}; ${newRow(row)}`;
  const without = { input_sealed: null, subject_hash: null };

  return {
    batches_pkey: [`${newBatch()}; ${newBatch()}`],
    batches_status: [newBatch({ status: 'begun', submitter_id: newId() })],
    batches_started: [newBatch({ status: 'running' }), newBatch({ status: 'paused' })],
    batches_key_while_open: [newBatch({ data_key: null }), newBatch({ status: 'cancelled' })],
    batch_rows_pkey: [`${newBatch()}; ${newRow()}; ${newRow()}`],
    batch_rows_state: [inBatch({ ...without, state: 'begun' })],
    batch_rows_input_while_ready: [
      inBatch(without),
      inBatch({ state: 'skipped' }),
      inBatch({ ...without, state: 'skipped', name_hash: 'x' }),
    ],
    batch_rows_submitted: [
      inBatch({ ...without, state: 'submitted' }),
      inBatch({ ...without, state: 'skipped', verification_id: verificationId }),
    ],
  };
}
