import { expect } from 'chai';
import { fanOutEvents } from '../../../worker/webhooks/fan-out.js';
import { purgeWebhookEvents } from '../../../worker/webhooks/purge.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildWebhook, deliveriesOf, stageEvents } from '../../support/messages/webhooks.js';

describe('purgeWebhookEvents', () => {
  const database = useDatabase();

  it('deletes events older than the log with their deliveries, however many, and nothing else', async () => {
    const { db } = database;
    const webhook = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    const old = await stageEvents(db, webhook.clientId, 1_201);
    const [young = ''] = await stageEvents(db, webhook.clientId);
    await fanOutEvents(db);
    expect(await deliveriesOf(db, webhook.id)).to.have.length(1_000);
    await db.query(
      `UPDATE webhook_events SET created_at = now() - interval '30 days 1 minute' WHERE id = ANY($1::uuid[])`,
      [old],
    );
    await db.query(
      `UPDATE webhook_events SET created_at = now() - interval '29 days 23 hours' WHERE id = $1`,
      [young],
    );
    expect(await purgeWebhookEvents(db)).to.equal(1_201);
    expect((await deliveriesOf(db, webhook.id)).map(({ event_id }) => event_id)).to.deep.equal([young]);
    expect(await purgeWebhookEvents(db)).to.equal(0);
  });

  /** Gives a client events numbered from 1, this many seconds past their retention. */
  async function stageNumbered(seconds: readonly number[]): Promise<string> {
    const { db } = database;
    const { id } = await buildClient(db);
    await db.query(
      `INSERT INTO webhook_events (id, client_id, event_no, type, data, created_at)
       SELECT gen_random_uuid(), $1, no, 'verification.completed', '{}',
         now() - interval '30 days' - seconds * interval '1 second'
       FROM unnest($2::int[]) WITH ORDINALITY AS given(seconds, no)`,
      [id, seconds],
    );
    return id;
  }
  const numbersOf = async (clientId: string): Promise<number[]> => {
    const rows = await database.db.query<{ event_no: number }>(
      'SELECT event_no FROM webhook_events WHERE client_id = $1 ORDER BY event_no',
      [clientId],
    );
    return rows.map(({ event_no }) => event_no);
  };

  it('deletes nothing that is old by one clock alone', async () => {
    const clientId = await stageNumbered([9]);
    expect(await purgeWebhookEvents(database.db, new Date(Date.now() - 60_000))).to.equal(0);
    expect(await numbersOf(clientId)).to.deep.equal([1]);
    expect(await purgeWebhookEvents(database.db)).to.equal(1);
  });

  it('leaves no gap at its edge, where moments and numbers are in another order', async () => {
    const first = await stageNumbered([9, -60, 8, -60]);
    const second = await stageNumbered([9, 7, 8]);
    expect(await purgeWebhookEvents(database.db)).to.equal(4);
    expect(await numbersOf(first)).to.deep.equal([2, 3, 4]);
    expect(await numbersOf(second)).to.deep.equal([]);
  });

  it('leaves no gap before an event that somebody holds, and takes the rest the next time', async () => {
    const { db } = database;
    const clientId = await stageNumbered([9, 8, 7]);
    await db.transaction(async (sql) => {
      await sql.query('SELECT FROM webhook_events WHERE client_id = $1 AND event_no = 2 FOR KEY SHARE', [
        clientId,
      ]);
      expect(await purgeWebhookEvents(db)).to.equal(1);
    });
    expect(await numbersOf(clientId)).to.deep.equal([2, 3]);
    expect(await purgeWebhookEvents(db)).to.equal(2);
  });

  it('takes the oldest first when they are more than a batch, whatever their moments', async () => {
    // The newest number with the oldest timestamp, and the other way round: every batch contains something it must
    // leave.
    const clientId = await stageNumbered(Array.from({ length: 1_200 }, (_, index) => 2_000 - (index ^ 7)));
    expect(await purgeWebhookEvents(database.db)).to.equal(1_200);
    expect(await numbersOf(clientId)).to.deep.equal([]);
  });
});
