import { expect } from 'chai';
import { ensureTestSide } from '../../../api/test-mode/ensure-test-side.js';
import { requestRedelivery } from '../../../api/webhooks/request-delivery.js';
import { waitFor } from '../../../harness/wait-for.js';
import { answering, startReceiver, type WebhookReceiver } from '../../../harness/webhook-receiver.js';
import { updateClient } from '../../../shared/accounts/update-client.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import type { Database } from '../../../shared/db/database.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import {
  type BuiltWebhook,
  buildWebhook,
  deliveriesOf,
  stageEvents,
  startTestWebhooks,
  type TestWebhooks,
} from '../../support/messages/webhooks.js';
import { totalOf } from '../../support/monitoring/metrics.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('The punctuality of webhooks', () => {
  const database = useDatabase();
  let db: Database;
  let webhooks: TestWebhooks;
  let receiver: WebhookReceiver;

  beforeEach(async () => {
    db = database.db;
    webhooks = startTestWebhooks({ db, redisUrl: testRedisUrl() });
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await webhooks.stop();
    await receiver.close();
  });

  const firstAttempts = async () => {
    const figures = await webhooks.figures();
    const made = totalOf(figures, 'webhook_first_attempt_seconds_count') ?? 0;
    return {
      made,
      late: made - (totalOf(figures, 'webhook_first_attempt_seconds_bucket', { le: '60' }) ?? 0),
    };
  };
  const pending = async ({ id }: BuiltWebhook) =>
    (await deliveriesOf(db, id)).filter(({ status }) => status === 'pending').length;
  const delivered = (webhook: BuiltWebhook, count: number) =>
    waitFor(
      async () =>
        (await deliveriesOf(db, webhook.id)).filter(({ status }) => status === 'delivered').length === count,
      { describe: `${count} delivered` },
    );
  /** Lets an hour pass for an endpoint and what is due at it. */
  const age = async ({ id, clientId }: BuiltWebhook) => {
    await db.query(
      `UPDATE webhook_events SET created_at = created_at - interval '1 hour' WHERE client_id = $1`,
      [clientId],
    );
    await db.query(
      `UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - interval '1 hour' WHERE endpoint_id = $1`,
      [id],
    );
  };
  const endHold = ({ id }: BuiltWebhook) =>
    db.query('UPDATE webhook_endpoints SET hold_until = now(), due_at = now() WHERE id = $1', [id]);

  it('counts an event that our workers leave lying', async () => {
    const webhook = await buildWebhook(db, { url: receiver.url });
    await webhooks.stop();
    await stageEvents(db, webhook.clientId);
    await db.query(`UPDATE webhook_endpoints SET created_at = created_at - interval '2 hours'`);
    await age(webhook);
    webhooks = startTestWebhooks({ db, redisUrl: testRedisUrl() });
    await delivered(webhook, 1);
    expect(await firstAttempts()).to.deep.equal({ made: 1, late: 1 });
  });

  it('does not count an old event that somebody wants again', async () => {
    const webhook = await buildWebhook(db, { url: receiver.url });
    await stageEvents(db, webhook.clientId);
    await delivered(webhook, 1);
    await age(webhook);
    const [delivery] = await deliveriesOf(db, webhook.id);
    await requestRedelivery(db, { ...webhook, deliveryId: delivery?.id ?? '' }, { actor: 'system' });
    await waitFor(() => receiver.received.length === 2, { describe: 'the redelivery' });
    await delivered(webhook, 1);
    expect(await firstAttempts()).to.deep.equal({ made: 1, late: 0 });
  });

  it('counts an old event that was given up without an attempt from when somebody wants it again', async () => {
    const webhook = await buildWebhook(db, { url: receiver.url });
    const set = (what: string) =>
      db.query(`UPDATE webhook_endpoints SET ${what} WHERE id = $1`, [webhook.id]);
    await set(`hold_until = now() + interval '1 hour'`);
    await stageEvents(db, webhook.clientId);
    await waitFor(async () => (await pending(webhook)) === 1, { describe: 'a delivery that is held' });
    await set('enabled = false, hold_until = NULL, due_at = now()');
    await waitFor(async () => (await deliveriesOf(db, webhook.id))[0]?.status === 'failed', {
      describe: 'given up',
    });
    await set('enabled = true');
    await age(webhook);
    await db.query(
      `UPDATE webhook_deliveries SET created_at = created_at - interval '1 hour',
         retry_until = retry_until - interval '1 hour' WHERE endpoint_id = $1`,
      [webhook.id],
    );
    const [delivery] = await deliveriesOf(db, webhook.id);
    await requestRedelivery(db, { ...webhook, deliveryId: delivery?.id ?? '' }, { actor: 'system' });
    await delivered(webhook, 1);
    expect(await firstAttempts()).to.deep.equal({ made: 1, late: 0 });
  });

  it('counts what waited for a suspension to end from then on', async () => {
    const webhook = await buildWebhook(db, { url: receiver.url });
    const suspend = (suspended: boolean) =>
      db.transaction((sql) => updateClient(sql, webhook.clientId, { suspended }, { actor: 'system' }));
    await suspend(true);
    await stageEvents(db, webhook.clientId);
    await waitFor(
      async () =>
        (await db.query('SELECT FROM webhook_endpoints WHERE id = $1 AND hold_until > now()', [webhook.id]))
          .length > 0,
      { describe: 'the endpoint held' },
    );
    await age(webhook);
    expect((await loadFigures(db)).webhooks.oldestDueSeconds, 'while it is suspended').to.equal(null);
    await suspend(false);
    await endHold(webhook);
    await delivered(webhook, 1);
    expect(await firstAttempts()).to.deep.equal({ made: 1, late: 0 });
  });

  it('counts what waited behind a failing receiver from its recovery on', async () => {
    receiver.behave(answering(500));
    const webhook = await buildWebhook(db, { url: receiver.url });
    await stageEvents(db, webhook.clientId);
    await waitFor(async () => (await deliveriesOf(db, webhook.id))[0]?.attempts.length === 1, {
      describe: 'a failure',
    });
    await db.query(`UPDATE webhook_endpoints SET hold_until = now() + interval '1 hour' WHERE id = $1`, [
      webhook.id,
    ]);
    await stageEvents(db, webhook.clientId, 3);
    await waitFor(async () => (await pending(webhook)) === 4, { describe: 'a backlog' });
    await age(webhook);
    receiver.behave(answering(204));
    await endHold(webhook);
    await delivered(webhook, 4);
    // The first failure, and what followed the probe.
    const { made, late } = await firstAttempts();
    expect(late).to.equal(0);
    expect(made).to.be.within(3, 4);
  });

  it('leaves test mode out', async () => {
    const { id: live } = await buildClient(db);
    const clientId = await db.transaction((sql) => ensureTestSide(sql, live));
    const webhook = await buildWebhook(db, { url: receiver.url, clientId });
    await stageEvents(db, clientId);
    await delivered(webhook, 1);
    expect(await firstAttempts()).to.deep.equal({ made: 0, late: 0 });
  });
});
