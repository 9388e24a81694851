import { expect } from 'chai';
import { rotateWebhookSecret } from '../../../api/webhooks/replace-secret.js';
import { newId } from '../../../shared/domain/ids.js';
import { createWebhookSecret } from '../../../shared/webhooks/secret.js';
import { claimDeliveries } from '../../../worker/webhooks/claim-deliveries.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildWebhook, deliveriesOf, stageEvents } from '../../support/messages/webhooks.js';
import { testKeys } from '../../support/processes/keys.js';
import { atClock } from '../../support/time/wrong-clock.js';

describe('claimDeliveries', () => {
  const database = useDatabase();

  /** A due delivery that is tried until then. */
  async function dueUntil(webhook: { id: string; clientId: string }, fromNow: string): Promise<string> {
    const [eventId = ''] = await stageEvents(database.db, webhook.clientId);
    const id = newId();
    await database.db.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, retry_until)
       VALUES ($1, $2, $3, now(), now() + $4::interval)`,
      [id, webhook.id, eventId, fromNow],
    );
    return id;
  }

  it('leaves an hour for the last attempt at a failing endpoint, and then gives up', async () => {
    const { db } = database;
    const webhook = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await db.query('UPDATE webhook_endpoints SET consecutive_failures = 3 WHERE id = $1', [webhook.id]);
    const over = await dueUntil(webhook, '-61 minutes');
    const last = await dueUntil(webhook, '-59 minutes');
    const claimed = await claimDeliveries(db, webhook.id);
    expect(claimed?.deliveries.map(({ id }) => id)).to.deep.equal([last]);
    const statuses = new Map((await deliveriesOf(db, webhook.id)).map(({ id, status }) => [id, status]));
    expect(statuses).to.deep.equal(
      new Map([
        [last, 'pending'],
        [over, 'failed'],
      ]),
    );
  });

  it('signs with a replaced secret for its day by the earlier clock, and not once either says that it is over', async () => {
    const { db } = database;
    const ring = testKeys.encryptionKeys;
    const rotated = async () => {
      const { id, clientId } = await buildWebhook(db, { url: 'https://receiver.example.test/' });
      const { sealed: secretSealed } = createWebhookSecret(ring, id);
      await db.transaction((sql) =>
        rotateWebhookSecret(sql, { id, clientId, ring, secretSealed }, { actor: 'system' }),
      );
      return id;
    };
    const goesOn = async (id: string) =>
      (await claimDeliveries(db, id))?.endpoint.previous_secret_sealed !== null;
    const webhook = await rotated();
    expect(await goesOn(webhook)).to.equal(true);
    expect(await atClock(25 * 3_600_000, () => goesOn(webhook)), 'PostgreSQL has gone back').to.equal(false);
    const ahead = await atClock(-25 * 3_600_000, rotated);
    expect(await goesOn(ahead), 'PostgreSQL was ahead').to.equal(false);
  });
});
