import { expect } from 'chai';
import { findLostRows } from '../../chaos/batches/find-lost-rows.js';
import type { Submission } from '../../shared/acceptance/submission.js';
import { newId } from '../../shared/domain/ids.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import { dispatch, settlementOf } from '../support/checks/settlements.js';
import { acceptOne } from '../support/checks/submissions.js';
import { insertRow } from '../support/database/factories/insert-row.js';
import { buildClient } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';

describe('findLostRows', () => {
  const database = useDatabase();
  let clientId: string;
  let batchId: string;
  beforeEach(async () => {
    const { db } = database;
    batchId = newId();
    ({ id: clientId } = await buildClient(db));
    await insertRow(db, 'batches', {
      ...{ id: batchId, client_id: clientId, file_hash: 'x', data_key: 'x', rows: 1, valid_rows: 1 },
      ...{
        duplicate_rows: 0,
        credits: 5,
        charges: '{}',
        price_release: 'x',
        created_by: 'x',
        channel: 'api',
      },
      correlation_id: 'x',
    });
  });

  const insertBatchRow = (row: Record<string, unknown>) =>
    insertRow(database.db, 'batch_rows', { batch_id: batchId, row_no: 1, client_id: clientId, ...row });
  const settle = async (submission: Submission) =>
    settleChecks(database.db, [
      settlementOf(submission, await dispatch(database.db, submission), 'positive'),
    ]);
  const kindsFound = async (rows: number) =>
    (await findLostRows(database.db, clientId, rows)).map(({ kind }) => kind).sort();

  it('finds nothing where every row became one settled verification', async () => {
    const submission = await acceptOne(database.db, { clientId });
    await insertBatchRow({ state: 'settled', verification_id: submission.verificationId });
    await settle(submission);
    expect(await kindsFound(1)).to.deep.equal([]);
  });

  it('finds a row that waits, one whose verification is pending, and one that is missing', async () => {
    const pending = await acceptOne(database.db, { clientId });
    await insertBatchRow({ state: 'submitted', verification_id: pending.verificationId });
    await insertBatchRow({ row_no: 2, state: 'ready', input_sealed: 'x', subject_hash: 'x' });
    const found = await findLostRows(database.db, clientId, 3);
    expect(found.map(({ kind }) => kind)).to.deep.equal(['lost', 'lost', 'lost']);
    expect(found.map(({ what }) => what)).to.include(`row 1 of batch ${batchId}: submitted, pending`);
    expect(found.map(({ what }) => what)).to.include('3 rows became 1 verifications');
  });

  it('finds a second verification of a row', async () => {
    const [first, second] = [
      await acceptOne(database.db, { clientId }),
      await acceptOne(database.db, { clientId }),
    ];
    await insertBatchRow({ state: 'settled', verification_id: first.verificationId });
    await settle(first);
    await settle(second);
    expect(await kindsFound(1)).to.deep.equal(['duplicate']);
  });
});
