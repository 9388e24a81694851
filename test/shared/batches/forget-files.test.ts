import { expect } from 'chai';
import { forgetFiles } from '../../../shared/batches/forget-files.js';
import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { eraseVerifications } from '../../../shared/erasure/erase-verifications.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { type BuiltVerification, buildClient, buildVerification } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { useDatabase } from '../../support/database/use-database.js';

const HASH = Buffer.alloc(32, 7);

describe('the hash of the file of a batch', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;
  before(async () => {
    db = database.db;
    clientId = (await buildClient(db)).id;
  });
  afterEach(() => expectInvariants(db));

  /** A completed batch with this many verifications, and one faulty row. */
  async function buildBatch(count: number): Promise<{ batchId: string; built: BuiltVerification[] }> {
    const batchId = newId();
    const counts = {
      rows: count + 1,
      valid_rows: count,
      duplicate_rows: 0,
      credits: 5 * count,
      charges: '{}',
    };
    const by = {
      created_by: 'x',
      submitter_id: newId(),
      channel: 'api',
      correlation_id: 'x',
      price_release: 'x',
    };
    const batch = { id: batchId, client_id: clientId, status: 'completed', file_hash: HASH };
    await insertRow(db, 'batches', { ...batch, ...counts, ...by });
    await insertRow(db, 'batch_rows', {
      batch_id: batchId,
      row_no: count + 1,
      client_id: clientId,
      state: 'faulty',
    });
    const built: BuiltVerification[] = [];
    for (let rowNo = 1; rowNo <= count; rowNo += 1) {
      const idempotencyKey = `${toPublicId('batch', batchId)}:${rowNo}`;
      const verification = await buildVerification(db, { clientId, status: 'completed', idempotencyKey });
      const row = { batch_id: batchId, row_no: rowNo, client_id: clientId, state: 'settled' };
      await insertRow(db, 'batch_rows', { ...row, verification_id: verification.id });
      built.push(verification);
    }
    return { batchId, built };
  }

  async function isKnown(batchId: string): Promise<boolean> {
    const rows = await db.query('SELECT FROM batches WHERE id = $1 AND file_hash = $2', [batchId, HASH]);
    return rows.length === 1;
  }

  const erase = (verifications: readonly BuiltVerification[]) =>
    db.transaction((sql) =>
      eraseVerifications(
        sql,
        verifications.map(({ id }) => id),
      ),
    );

  it('goes with the last verification that is erased, and not before', async () => {
    const { batchId, built } = await buildBatch(3);
    const other = await buildBatch(1);
    await erase(built.slice(0, 2));
    expect(await isKnown(batchId)).to.equal(true);
    await erase(built.slice(2));
    expect(await isKnown(batchId)).to.equal(false);
    expect(await isKnown(other.batchId)).to.equal(true);
  });

  it('stays while a row waits', async () => {
    const { batchId, built } = await buildBatch(1);
    const row = { batch_id: batchId, row_no: 9, client_id: clientId, state: 'ready' };
    await insertRow(db, 'batch_rows', { ...row, input_sealed: 'x', subject_hash: 'x' });
    await erase(built);
    expect(await isKnown(batchId)).to.equal(true);
    await db.query(
      `UPDATE batch_rows SET state = 'erased', input_sealed = NULL, subject_hash = NULL WHERE batch_id = $1 AND row_no = 9`,
      [batchId],
    );
    await db.transaction((sql) => forgetFiles(sql, [batchId]));
    expect(await isKnown(batchId)).to.equal(false);
  });

  it('goes when two transactions erase the two halves at once', async () => {
    const { batchId, built } = await buildBatch(2);
    const [first, second] = built as [BuiltVerification, BuiltVerification];
    let other: Promise<void> | undefined;
    await db.transaction(async (sql) => {
      await eraseVerifications(sql, [first.id]);
      other = erase([second]);
      await untilBlocked(db);
    });
    await other;
    expect(await isKnown(batchId)).to.equal(false);
  });
});
