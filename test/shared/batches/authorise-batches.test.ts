import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createApiKey } from '../../../api/api-keys/create-api-key.js';
import { authoriseBatches, BatchHalted } from '../../../shared/batches/authorise-batches.js';
import { mayDo } from '../../../shared/domain/access.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { MODES, testSideOf } from '../../../shared/domain/mode.js';
import { CLIENT_ROLES } from '../../../shared/domain/roles.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { atClock } from '../../support/time/wrong-clock.js';

describe('a running batch', () => {
  const database = useDatabase();

  async function buildBatch(clientId: string, submitterId: string): Promise<string> {
    const id = newId();
    const counts = { rows: 1, valid_rows: 1, duplicate_rows: 0, credits: 5, charges: '{}' };
    const by = {
      created_by: 'x',
      submitter_id: submitterId,
      submitted_by: toPublicId('user', submitterId),
      channel: 'api',
      correlation_id: 'x',
    };
    const batch = {
      id,
      client_id: clientId,
      status: 'running',
      file_hash: Buffer.alloc(32),
      data_key: Buffer.alloc(32),
      price_release: 'x',
    };
    await insertRow(database.db, 'batches', { ...batch, ...counts, ...by });
    return id;
  }

  for (const mode of MODES) {
    for (const role of CLIENT_ROLES) {
      const may = mayDo(role, 'submit', mode);
      it(`${may ? 'goes on' : 'pauses'} in the name of a ${role} in ${mode} mode`, async () => {
        const { db } = database;
        const { id: liveId } = await buildClient(db);
        const { id: userId } = await buildUser(db, { clientId: liveId, role });
        const clientId = mode === 'test' ? testSideOf(liveId) : liveId;
        if (mode === 'test') {
          await insertRow(db, 'clients', { id: clientId, name: 'x', mode, live_client_id: liveId });
        }
        const batchId = await buildBatch(clientId, userId);
        const caller = { batchId, submittedBy: toPublicId('user', userId) };
        const judge = await db.transaction((sql) => authoriseBatches(sql, [caller]));
        expect(judge(caller)?.reason).to.equal(may ? undefined : 'submitter_not_allowed');
      });
    }
  }

  it('pauses once the key that started it has expired by both clocks, because it stays paused', async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const { id: createdBy } = await buildUser(db, { clientId });
    const id = newId();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const key = { id, clientId, name: 'Key', prefix: 'vk_0000', hash: randomBytes(32), createdBy, expiresAt };
    await db.transaction((sql) =>
      createApiKey(sql, { ...key, scopes: ['submit'], allowedAddresses: [] }, { actor: 'system' }),
    );
    const batchId = await buildBatch(clientId, id);
    const caller = { batchId, submittedBy: toPublicId('user', id) };
    const reason = async () => {
      const judge = await db.transaction((sql) => authoriseBatches(sql, [caller]));
      return judge(caller)?.reason;
    };
    expect(await reason()).to.equal(undefined);
    expect(await atClock(2 * 3_600_000, reason), 'the worker is ahead').to.equal(undefined);
    await db.query(`UPDATE api_keys SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id]);
    expect(await atClock(-3_600_000, reason), 'PostgreSQL is ahead').to.equal(undefined);
    expect(await reason()).to.equal('submitter_not_allowed');
  });

  it('does not go on in the name of somebody for whom another has resumed it', async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const [first, second] = [await buildUser(db, { clientId }), await buildUser(db, { clientId })];
    const batchId = await buildBatch(clientId, second.id);
    const callerOf = ({ id }: { id: string }) => ({ batchId, submittedBy: toPublicId('user', id) });
    const [stale, current] = [callerOf(first), callerOf(second)];
    const judge = await db.transaction((sql) => authoriseBatches(sql, [stale, current]));
    expect(judge(stale)).to.be.instanceOf(BatchHalted).and.to.include({ reason: null });
    expect(judge(current)).to.equal(undefined);
  });
});
