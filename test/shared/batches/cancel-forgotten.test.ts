import { expect } from 'chai';
import { cancelForgotten, findForgotten } from '../../../shared/batches/cancel-rows.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';

const DAY_MS = 86_400_000;

describe('a batch that nobody went on with', () => {
  const database = useDatabase();

  async function buildBatch(status: 'draft' | 'paused', days: number): Promise<string> {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const { id: userId } = await buildUser(db, { clientId });
    const id = newId();
    await insertRow(db, 'batches', {
      id,
      client_id: clientId,
      status,
      file_hash: Buffer.alloc(32),
      data_key: Buffer.alloc(32),
      price_release: 'x',
      ...{ rows: 1, valid_rows: 1, duplicate_rows: 0, credits: 5, charges: '{}' },
      ...{ created_by: 'x', submitter_id: userId, submitted_by: toPublicId('user', userId) },
      ...{ channel: 'api', correlation_id: 'x' },
      ...(status === 'paused' && { reason: 'requested' }),
      changed_at: new Date(Date.now() - days * DAY_MS),
    });
    return id;
  }

  async function statusOf(id: string): Promise<string | undefined> {
    const [batch] = await database.db.query<{ status: string }>('SELECT status FROM batches WHERE id = $1', [
      id,
    ]);
    return batch?.status;
  }

  async function cancelAll(now: Date): Promise<void> {
    const { db } = database;
    for (const id of await findForgotten(db, now)) await cancelForgotten(db, id, now);
  }

  for (const [status, days] of [
    ['draft', 7],
    ['paused', 30],
  ] as const) {
    it(`is cancelled ${days} days after it was left as ${status}, and not on the word of one clock`, async () => {
      const [old, recent] = [await buildBatch(status, days + 1), await buildBatch(status, days - 1)];
      await cancelAll(new Date(Date.now() - 2 * DAY_MS));
      expect(await statusOf(old), 'by the one clock it is time').to.equal(status);
      await cancelAll(new Date(Date.now() + 2 * DAY_MS));
      expect([await statusOf(old), await statusOf(recent)]).to.deep.equal(['cancelled', status]);
    });
  }

  it('is left alone when somebody goes on with it at the last moment', async () => {
    const { db } = database;
    const [id, now] = [await buildBatch('paused', 31), new Date()];
    expect(await findForgotten(db, now)).to.include(id);
    await db.query(`UPDATE batches SET status = 'running', reason = NULL, changed_at = now() WHERE id = $1`, [
      id,
    ]);
    await cancelForgotten(db, id, now);
    expect(await statusOf(id)).to.equal('running');
  });
});
