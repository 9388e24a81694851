import { openBatchKey, openRow, type RowInput } from '../../shared/batches/row-input.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Sql } from '../../shared/db/database.js';
import type { Batch, BatchRow } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { WireExportedRow } from '../../shared/wire/personal-data.js';

/** A row of a batch that waits to be submitted, sealed, with the key of its batch. */
export interface WaitingRow extends RowOf<BatchRow, 'batch_id' | 'row_no' | 'duplicate'> {
  input_sealed: NonNullable<BatchRow['inputSealed']>;
  data_key: NonNullable<Batch['dataKey']>;
}

/** Finds a client's waiting rows with one of these hashes, oldest batch first. */
export function findWaitingRows(
  sql: Sql,
  clientId: string,
  subjectHashes: readonly Buffer[],
): Promise<WaitingRow[]> {
  return sql.query<WaitingRow>(
    `SELECT r.batch_id, r.row_no, r.duplicate, r.input_sealed, b.data_key
     FROM batch_rows r JOIN batches b ON b.id = r.batch_id
     WHERE r.client_id = $1 AND r.subject_hash = ANY($2::bytea[]) AND r.state = 'ready'
     ORDER BY r.batch_id, r.row_no`,
    [clientId, subjectHashes],
  );
}

/** Opens the content of a waiting row. Throws SealError. */
export function openWaitingRow(keyring: Keyring, row: WaitingRow): RowInput {
  const key = openBatchKey(keyring, row.data_key, row.batch_id);
  return openRow(key, row.batch_id, row.row_no, row.input_sealed);
}

/** Everything held on a waiting row; its state as in the list of the batch's rows. */
export function presentWaitingRow(row: WaitingRow, input: RowInput): WireExportedRow {
  return {
    batch_id: toPublicId('batch', row.batch_id),
    row: row.row_no,
    state: row.duplicate ? 'duplicate' : 'valid',
    service_code: input.service,
    subject: input.subject.value,
    parameters: input.parameters,
    purpose: input.purpose,
    reference: input.reference,
  };
}
