import { expect } from 'chai';
import { newId } from '../../../shared/domain/ids.js';
import type { BuiltVerification } from '../../support/database/factories.js';
import { buildFullVerification, LONG_AGO, runEraser } from '../../support/personal-data/personal-data.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const REFERENCE = 'Lease of a synthetic person';

describe('the events of an erased verification', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  /** An old verification with the event that reported it, whatever the clock said. */
  async function build(clientId: string, toldAt = LONG_AGO): Promise<BuiltVerification> {
    const built = await buildFullVerification(api.db, {
      clientId,
      subject: '0001010000071',
      idempotencyKey: newId(),
      createdAt: LONG_AGO,
    });
    await api.db.query('UPDATE verifications SET reference = $2 WHERE id = $1', [built.id, REFERENCE]);
    await api.db.query(
      `INSERT INTO webhook_events (id, client_id, type, data, created_at)
       SELECT $2, client_id, 'verification.completed', $3, $4 FROM verifications WHERE id = $1`,
      [built.id, newId(), { request_id: built.requestId, reference: REFERENCE, outcome: 'positive' }, toldAt],
    );
    return built;
  }

  const dataOf = async ({ requestId }: BuiltVerification): Promise<unknown> => {
    const [row] = await api.db.query<{ data: unknown }>(
      `SELECT data FROM webhook_events WHERE data->>'request_id' = $1`,
      [requestId],
    );
    return row?.data;
  };

  it('keep what happened, and no longer what the client called it', async () => {
    const { clientId } = await api.createClientUser({ client: { retentionDays: 1 } });
    const { clientId: otherId } = await api.createClientUser();
    const [erased, kept] = [await build(clientId), await build(otherId)];
    expect((await runEraser(api.db)).expired).to.equal(1);
    expect(await dataOf(erased)).to.deep.equal({ request_id: erased.requestId, outcome: 'positive' });
    expect(await dataOf(kept)).to.include({ reference: REFERENCE });
  });

  it('forget it also when a wrong clock dated them', async () => {
    const { clientId } = await api.createClientUser({ client: { retentionDays: 1 } });
    const erased = await build(clientId, new Date('2001-01-01T00:00:00Z'));
    await runEraser(api.db);
    expect(await dataOf(erased)).to.deep.equal({ request_id: erased.requestId, outcome: 'positive' });
  });
});
