import { expect } from 'chai';
import { fanOutEvents } from '../../../worker/webhooks/fan-out.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildWebhook, deliveriesOf, stageEvents } from '../../support/messages/webhooks.js';

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

  it('gives an endpoint the events of its own client only, of all that it takes at once', async () => {
    const { db } = database;
    const build = () => buildWebhook(db, { url: 'https://receiver.example.test/' });
    const webhooks = [await build(), await build(), await build()];
    const staged: string[][] = [];
    for (const { clientId } of webhooks) staged.push(await stageEvents(db, clientId, 2));
    expect(await fanOutEvents(db)).to.equal(6);
    for (const [place, { id }] of webhooks.entries()) {
      const events = (await deliveriesOf(db, id)).map(({ event_id }) => event_id);
      expect(events).to.have.members(staged[place] ?? []);
    }
  });

  it('gives nothing to an endpoint that is turned off', async () => {
    const { db } = database;
    const off = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await db.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [off.id]);
    await stageEvents(db, off.clientId);
    expect(await fanOutEvents(db)).to.equal(1);
    expect(await deliveriesOf(db, off.id)).to.have.length(0);
  });

  it('gives an endpoint nothing from before its time', async () => {
    const { db } = database;
    const first = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await stageEvents(db, first.clientId);
    const late = await buildWebhook(db, { url: 'https://receiver.example.test/', clientId: first.clientId });
    await fanOutEvents(db);
    expect(await deliveriesOf(db, first.id)).to.have.length(1);
    expect(await deliveriesOf(db, late.id)).to.have.length(0);
  });

  it('gives an endpoint what comes after it, also when the clock under which it was created was ahead', async () => {
    const { db } = database;
    const first = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await stageEvents(db, first.clientId);
    const ahead = await buildWebhook(db, { url: 'https://receiver.example.test/', clientId: first.clientId });
    await db.query(`UPDATE webhook_endpoints SET created_at = created_at + interval '1 day' WHERE id = $1`, [
      ahead.id,
    ]);
    const [wanted] = await stageEvents(db, first.clientId);
    await fanOutEvents(db);
    const events = (await deliveriesOf(db, ahead.id)).map(({ event_id }) => event_id);
    expect(events).to.deep.equal([wanted]);
  });

  it('makes a working endpoint due at once, and a failing one when its pause is over', async () => {
    const { db } = database;
    const works = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    const fails = await buildWebhook(db, { url: 'https://receiver.example.test/', clientId: works.clientId });
    await db.query(`UPDATE webhook_endpoints SET hold_until = now() + interval '1 minute' WHERE id = $1`, [
      fails.id,
    ]);
    await stageEvents(db, works.clientId);
    await fanOutEvents(db);
    const rows = await db.query<{ id: string; now: boolean | null; after_pause: boolean | null }>(
      `SELECT id, due_at <= now() AS now, due_at = hold_until AS after_pause FROM webhook_endpoints
       WHERE id = ANY($1::uuid[]) ORDER BY id`,
      [[works.id, fails.id]],
    );
    expect(rows).to.deep.equal([
      { id: works.id, now: true, after_pause: null },
      { id: fails.id, now: false, after_pause: true },
    ]);
  });
});
