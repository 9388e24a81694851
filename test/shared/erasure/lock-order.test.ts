import { expect } from 'chai';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { type ErasureResult, eraseSubject } from '../../../shared/erasure/erase-subject.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { buildClient } from '../../support/database/factories.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { useDatabase } from '../../support/database/use-database.js';

const SUBJECT_HASH = Buffer.alloc(32, 9);

describe('an erasure, and whoever submits the rows of a batch at the same time', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;
  let batchId: string;
  before(async () => {
    db = database.db;
    clientId = (await buildClient(db)).id;
    batchId = await insertRunningBatch();
  });

  async function insertRunningBatch(): Promise<string> {
    const id = newId();
    const counts = { rows: 1, valid_rows: 1, duplicate_rows: 0, credits: 5, charges: '{}' };
    const by = {
      created_by: 'x',
      submitter_id: newId(),
      submitted_by: 'x',
      channel: 'api',
      correlation_id: 'x',
    };
    const batch = { id, client_id: clientId, status: 'running', file_hash: SUBJECT_HASH, data_key: 'x' };
    await insertRow(db, 'batches', { ...batch, ...counts, ...by, price_release: 'x' });
    const row = { batch_id: id, row_no: 1, client_id: clientId, state: 'ready' };
    await insertRow(db, 'batch_rows', { ...row, input_sealed: 'x', subject_hash: SUBJECT_HASH });
    return id;
  }

  it('never wait for each other: both lock the batch before its rows', async () => {
    const erasure = { id: newId(), clientId, subjectHashes: [SUBJECT_HASH], reason: 'Asked for by letter' };
    let erasing: Promise<ErasureResult> | undefined;
    const free = await db.transaction(async (sql) => {
      await sql.query('SELECT FROM batches WHERE id = $1 FOR UPDATE', [batchId]);
      erasing = eraseSubject(db, erasure, { actor: 'system' });
      await untilBlocked(db);
      return sql.query('SELECT FROM batch_rows WHERE batch_id = $1 FOR UPDATE SKIP LOCKED', [batchId]);
    });
    expect(free, 'rows that the erasure does not hold while it waits').to.have.length(1);
    expect(await erasing).to.include({ batchRows: 1 });
  });
});
