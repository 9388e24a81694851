import { expect } from 'chai';
import { fanOutEvents } from '../../../worker/webhooks/fan-out.js';
import { purgeWebhookEvents } from '../../../worker/webhooks/purge.js';
import { useDatabase } from '../../support/use-database.js';
import { buildWebhook, deliveriesOf, stageEvents } from '../../support/webhooks.js';

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
});

describe('fanOutEvents', () => {
  const database = useDatabase();

  it('gives every event once to every endpoint when many workers do it at once', async () => {
    const { db } = database;
    const webhook = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await stageEvents(db, webhook.clientId, 900);
    const counts = await Promise.all([1, 2, 3, 4].map(() => fanOutEvents(db)));
    expect(counts.reduce((total, count) => total + count)).to.equal(900);
    const [row] = await db.query('SELECT count(*)::int AS count FROM webhook_deliveries');
    expect(row).to.deep.equal({ count: 900 });
  });

  it('gives an endpoint nothing from before its time', async () => {
    const { db } = database;
    const first = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await stageEvents(db, first.clientId);
    const late = await buildWebhook(db, { url: 'https://receiver.example.test/', clientId: first.clientId });
    // A quick machine does all of this within the one millisecond that a moment is kept to.
    await db.query(
      `UPDATE webhook_endpoints SET created_at = created_at + interval '1 second' WHERE id = $1`,
      [late.id],
    );
    await fanOutEvents(db);
    expect(await deliveriesOf(db, first.id)).to.have.length(1);
    expect(await deliveriesOf(db, late.id)).to.have.length(0);
  });
});
