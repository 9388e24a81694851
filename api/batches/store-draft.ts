import type { KeyObject } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { CreateRequest } from '../../shared/acceptance/create-request.js';
import { DUPLICATE_DAYS, findDuplicates } from '../../shared/acceptance/find-duplicates.js';
import { askedBy } from '../../shared/acceptance/prepare-submission.js';
import { createBatchKey, sealRow } from '../../shared/batches/row-input.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { BulkWrite } from '../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { BatchRow } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { columnsOf } from '../../shared/db/table-of.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import { type DraftRefusal, refuseDraft } from './refuse-draft.js';
import type { ValidatedRow } from './validate-rows.js';

/** A batch about to be stored. */
export interface Draft {
  id: string;
  clientId: string;
  fileName: string | null;
  fileHash: Buffer;
  allowRepeat: boolean;
  rows: readonly ValidatedRow[];
  createdBy: string;
  channel: 'api' | 'portal';
  correlationId: string;
}

interface Keys {
  encryptionKeys: Keyring;
  indexKey: KeyObject;
}

const ROW_COLUMNS = columnsOf(BatchRow, { except: ['verification_id'] });
/** Faults are sent as JSON. */
type StoredRow = Omit<RowOf<BatchRow, (typeof ROW_COLUMNS)[number]>, 'faults'> & { faults: string | null };

/** Rows per statement, and per slice of work. */
const ROWS_AT_ONCE = 500;

/**
 * Stores a draft with its rows, each sealed, or returns why it may not be stored (`refuseDraft`). Nothing is reserved.
 */
export async function storeDraft(db: Database, draft: Draft, keys: Keys): Promise<DraftRefusal | undefined> {
  const { key, sealed } = createBatchKey(keys.encryptionKeys, draft.id);
  const rows: StoredRow[] = [];
  const seen = new Set<string>();
  for (let start = 0; start < draft.rows.length; start += ROWS_AT_ONCE) {
    const slice = draft.rows.slice(start, start + ROWS_AT_ONCE);
    rows.push(...(await storedRows(db, draft, slice, { key, indexKey: keys.indexKey, seen })));
  }
  return db.transaction(async (sql) => {
    const refusal = await refuseDraft(sql, draft);
    if (refusal !== undefined) return refusal;
    // A rerun transaction finds its own effect.
    if (!(await insertBatch(sql, draft, sealed, rows))) return undefined;
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const write = new BulkWrite();
      write.insert(BatchRow, ROW_COLUMNS, rows.slice(start, start + ROWS_AT_ONCE));
      await write.run(sql);
    }
    return undefined;
  });
}

async function insertBatch(
  sql: Sql,
  draft: Draft,
  sealed: Buffer,
  rows: readonly StoredRow[],
): Promise<boolean> {
  const services = draft.rows.flatMap((row) => ('request' in row ? [row.request.service.code] : []));
  const inserted = await sql.query(
    `INSERT INTO batches (id, client_id, file_name, file_hash, data_key, rows, valid_rows, duplicate_rows, credits,
       charges, price_release, created_by, channel, correlation_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      draft.id,
      draft.clientId,
      draft.fileName,
      draft.fileHash,
      sealed,
      rows.length,
      services.length,
      rows.filter(({ duplicate }) => duplicate).length,
      services.reduce((sum, code) => sum + PRICE_LIST.credits[code], 0),
      JSON.stringify(Object.fromEntries(services.map((code) => [code, PRICE_LIST.credits[code]]))),
      PRICE_LIST.release,
      draft.createdBy,
      draft.channel,
      draft.correlationId,
    ],
  );
  return inserted.length > 0;
}

interface Sealing {
  key: KeyObject;
  indexKey: KeyObject;
  /** The content of earlier rows of the file. */
  seen: Set<string>;
}

async function storedRows(
  sql: Sql,
  draft: Draft,
  slice: readonly ValidatedRow[],
  sealing: Sealing,
): Promise<StoredRow[]> {
  const { clientId } = draft;
  const asked = slice.map((row) =>
    'request' in row
      ? { ...askedBy(clientId, row.request, sealing.indexKey), days: DUPLICATE_DAYS }
      : undefined,
  );
  await letOthersRun();
  const wanted = asked.flatMap((one) => one ?? []);
  const found = new Map(
    (await findDuplicates<{ id: string }>(sql, wanted, 'v.id', 1)).map(({ place, id }) => [
      wanted[place - 1],
      id,
    ]),
  );
  return slice.map((row, index) => {
    const one = asked[index];
    if (!('request' in row) || one === undefined) return faultyRow(draft, row);
    const name = one.requestHash.toString('base64');
    const duplicateOf = found.get(one) ?? null;
    const duplicate = duplicateOf !== null || sealing.seen.has(name);
    sealing.seen.add(name);
    return {
      ...emptyRow(draft, row),
      state: 'ready',
      duplicate,
      duplicate_of: duplicateOf,
      input_sealed: sealRow(sealing.key, draft.id, row.rowNo, inputOf(row.request)),
      subject_hash: one.subjectHash,
      name_hash: one.nameHash,
    };
  });
}

function inputOf({ service, subject, parameters, purpose, reference }: CreateRequest) {
  return { service: service.code, subject, parameters, purpose, reference };
}

function faultyRow(draft: Draft, row: ValidatedRow): StoredRow {
  const faults = 'faults' in row ? row.faults : [];
  return { ...emptyRow(draft, row), state: 'faulty', faults: JSON.stringify(faults) };
}

function emptyRow({ id, clientId }: Draft, { rowNo, serviceCode }: ValidatedRow): StoredRow {
  return {
    batch_id: id,
    row_no: rowNo,
    client_id: clientId,
    state: 'faulty',
    service_code: serviceCode,
    duplicate: false,
    duplicate_of: null,
    faults: null,
    input_sealed: null,
    subject_hash: null,
    name_hash: null,
  };
}
