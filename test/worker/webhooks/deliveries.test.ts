import { expect } from 'chai';
import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { waitFor } from '../../../harness/wait-for.js';
import { answering, startReceiver, type WebhookReceiver } from '../../../harness/webhook-receiver.js';
import { updateClient } from '../../../shared/accounts/update-client.js';
import type { Database } from '../../../shared/db/database.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { disableFailingWebhook } from '../../../worker/webhooks/switch-webhook.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import {
  buildWebhook,
  deliveriesOf,
  letTimePass,
  stageEvents,
  startTestWebhooks,
  type TestWebhooks,
} from '../../support/messages/webhooks.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('Webhook deliveries', () => {
  const database = useDatabase();
  let redisUrl: string;
  let db: Database;
  let webhooks: TestWebhooks;
  const receivers: WebhookReceiver[] = [];

  before(() => {
    db = database.db;
    redisUrl = testRedisUrl();
    webhooks = startTestWebhooks({ db, redisUrl, timeoutMs: 1_500 });
  });
  after(() => webhooks.stop());
  afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

  async function receiver(...behaviour: Parameters<typeof startReceiver>): Promise<WebhookReceiver> {
    const started = await startReceiver(...behaviour);
    receivers.push(started);
    return started;
  }
  const statusesOf = async (id: string) => (await deliveriesOf(db, id)).map(({ status }) => status);
  const attemptsOf = async (id: string, count = 1) =>
    waitFor(
      async () => {
        const [delivery] = await deliveriesOf(db, id);
        return delivery !== undefined && delivery.attempts.length >= count && delivery;
      },
      { describe: `${count} attempts` },
    );
  const delivered = (id: string, count = 1) =>
    waitFor(
      async () => {
        const statuses = await statusesOf(id);
        return statuses.length === count && statuses.every((status) => status === 'delivered');
      },
      { describe: `${count} delivered`, timeoutMs: 9_000 },
    );

  it('arrive signed, as another library verifies, and only with their own secret and body', async () => {
    const { url, received } = await receiver();
    const webhook = await buildWebhook(db, { url });
    const [eventId = ''] = await stageEvents(db, webhook.clientId);
    await delivered(webhook.id);

    const [request] = received;
    const { headers = {}, body = '' } = request ?? {};
    expect(headers).to.include({
      'content-type': 'application/json',
      'webhook-id': toPublicId('webhookEvent', eventId),
    });
    const payload = new Webhook(webhook.secret).verify(body, headers);
    expect(payload).to.have.all.keys('type', 'timestamp', 'data');
    expect(payload).to.deep.include({ type: 'verification.completed', data: { status: 'completed' } });
    expect(() => new Webhook(webhook.secret).verify(`${body} `, headers)).to.throw('No matching signature');
    const other = { ...headers, 'webhook-id': 'evt_other' };
    expect(() => new Webhook(webhook.secret).verify(body, other)).to.throw('No matching signature');
    const stranger = await buildWebhook(db, { url });
    expect(() => new Webhook(stranger.secret).verify(body, headers)).to.throw('No matching signature');
  });

  it('wait while their client is suspended, and arrive afterwards', async () => {
    const { url, received } = await receiver();
    const webhook = await buildWebhook(db, { url });
    const suspend = (suspended: boolean) =>
      db.query('UPDATE clients SET suspended = $2 WHERE id = $1', [webhook.clientId, suspended]);
    const held = async (): Promise<boolean> => {
      const rows = await db.query('SELECT FROM webhook_endpoints WHERE id = $1 AND due_at = hold_until', [
        webhook.id,
      ]);
      return rows.length > 0;
    };
    await suspend(true);
    await stageEvents(db, webhook.clientId);
    await waitFor(held, { describe: 'the endpoint is held' });
    expect([received.length, await statusesOf(webhook.id)]).to.deep.equal([0, ['pending']]);
    await suspend(false);
    await db.query('UPDATE webhook_endpoints SET hold_until = now(), due_at = now() WHERE id = $1', [
      webhook.id,
    ]);
    await delivered(webhook.id);
    expect(received).to.have.length(1);
  });

  it('are tried again for a day after a suspension, however long it was', async () => {
    const { url, received } = await receiver();
    const webhook = await buildWebhook(db, { url });
    const suspend = (suspended: boolean) =>
      db.transaction((sql) => updateClient(sql, webhook.clientId, { suspended }, { actor: 'system' }));
    await suspend(true);
    await stageEvents(db, webhook.clientId);
    await waitFor(async () => (await statusesOf(webhook.id)).length > 0, {
      describe: 'the event is fanned out',
    });
    // It had failed once when the suspension began, six days ago.
    await db.query(
      `UPDATE webhook_endpoints SET consecutive_failures = 1, failing_since = now() - interval '6 days' WHERE id = $1`,
      [webhook.id],
    );
    await db.query(
      `UPDATE webhook_deliveries SET attempt_count = 1, retry_until = now() - interval '5 days' WHERE endpoint_id = $1`,
      [webhook.id],
    );
    await suspend(false);
    await db.query('UPDATE webhook_endpoints SET hold_until = now(), due_at = now() WHERE id = $1', [
      webhook.id,
    ]);
    await delivered(webhook.id);
    expect(received).to.have.length(1);
  });

  it('go to every endpoint that wants the event, and to no other', async () => {
    const wants = await receiver();
    const wantsOther = await receiver();
    const { id: clientId } = await buildClient(db);
    const first = await buildWebhook(db, { url: wants.url, clientId });
    const second = await buildWebhook(db, { url: wants.url, clientId, events: ['verification.completed'] });
    const other = await buildWebhook(db, { url: wantsOther.url, clientId, events: ['wallet.low_balance'] });
    const stranger = await buildWebhook(db, { url: wantsOther.url });
    await stageEvents(db, clientId);
    await Promise.all([delivered(first.id), delivered(second.id)]);
    expect(wants.received).to.have.length(2);
    expect(new Set(wants.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(1);
    expect(await deliveriesOf(db, other.id)).to.deep.equal([]);
    expect(await deliveriesOf(db, stranger.id)).to.deep.equal([]);
    expect(wantsOther.received).to.deep.equal([]);
  });

  const failures: [string, Parameters<typeof startReceiver>[0], object][] = [
    ['answers 500', answering(500), { status: 500, error: 'http_error' }],
    ['answers 404', answering(404), { status: 404, error: 'http_error' }],
    ['redirects', answering(302, { location: '/elsewhere' }), { status: 302, error: 'redirect' }],
    ['hangs', () => undefined, { status: null, error: 'timeout' }],
    ['hangs up', (res) => void res.socket?.destroy(), { status: null, error: 'connection_failed' }],
    [
      'drips its headers',
      (res) => {
        res.socket?.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => res.socket?.write('x-drip: 1\r\n'), 50);
        res.socket?.on('close', () => clearInterval(drip));
      },
      { status: null, error: 'timeout' },
    ],
    [
      'speaks no HTTP',
      (res) => void res.socket?.end('no such protocol\r\n\r\n'),
      { status: null, error: 'connection_failed' },
    ],
  ];
  for (const [what, behaviour, expected] of failures) {
    it(`to a receiver that ${what} are tried again, and arrive under the same id when it comes back`, async () => {
      const started = await receiver(behaviour);
      const webhook = await buildWebhook(db, { url: started.url });
      await stageEvents(db, webhook.clientId);
      const failed = await attemptsOf(webhook.id);
      expect(failed.status).to.equal('pending');
      expect(failed.attempts[0]).to.include(expected);

      started.behave(answering(200));
      await letTimePass(db, webhook.id);
      await delivered(webhook.id);
      const [{ attempts } = { attempts: [] }] = await deliveriesOf(db, webhook.id);
      expect(attempts.at(-1)).to.include({ status: 200, error: null });
      const [first, last] = [started.received[0], started.received.at(-1)];
      expect(last?.headers['webhook-id']).to.equal(first?.headers['webhook-id']);
      expect(last?.body).to.equal(first?.body);
      expect(
        started.received.every(({ path }) => path === '/hook'),
        'no redirect was followed',
      ).to.equal(true);
      new Webhook(webhook.secret).verify(last?.body ?? '', last?.headers ?? {});
    });
  }

  it('are not followed to a private address or to another receiver', async () => {
    const secret = await receiver();
    const bad = await receiver(
      (res, index) =>
        void res
          .writeHead([301, 302, 303, 307, 308][index % 5] ?? 302, {
            location: index % 2 === 0 ? secret.url : 'http://169.254.169.254/latest/meta-data/',
          })
          .end(),
    );
    const webhook = await buildWebhook(db, { url: bad.url });
    await stageEvents(db, webhook.clientId, 10);
    await waitFor(() => bad.received.length === 10, { describe: 'ten redirects' });
    await waitFor(
      async () =>
        (await deliveriesOf(db, webhook.id)).every(({ attempts }) => attempts[0]?.error === 'redirect'),
      { describe: 'ten failures' },
    );
    expect(secret.received).to.deep.equal([]);
  });

  it('count as delivered by their status, however long or slow the body is that comes with it', async () => {
    const endless = await receiver((res) => {
      res.writeHead(200);
      const drip = setInterval(() => res.write('x'), 20);
      res.on('close', () => clearInterval(drip));
    });
    const huge = await receiver((res) => {
      res.writeHead(200);
      res.end(Buffer.alloc(5_000_000));
    });
    for (const { url } of [endless, huge]) {
      const webhook = await buildWebhook(db, { url });
      await stageEvents(db, webhook.clientId);
      await delivered(webhook.id);
      const [delivery] = await deliveriesOf(db, webhook.id);
      expect(JSON.stringify(delivery)).not.to.include('xx');
      expect(delivery?.attempts[0]?.duration_ms).to.be.below(1_500);
    }
  });

  it('to one that hangs hold up no one else', async () => {
    const hanging = await receiver(() => undefined);
    const fine = await receiver();
    const bad = await buildWebhook(db, { url: hanging.url });
    const good = await buildWebhook(db, { url: fine.url });
    await stageEvents(db, bad.clientId, 200);
    await waitFor(() => hanging.received.length > 0, { describe: 'the bad one being called' });
    await stageEvents(db, good.clientId, 50);
    await delivered(good.id, 50);
    // The first batch, and since then nothing or single attempts: the others wait until it works again.
    expect(hanging.received.length).to.be.within(1, 12);
    await db.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [bad.id]);
  });

  it('wait longer after each failure, and no longer than they are tried for', async () => {
    const broken = await receiver(answering(503));
    const webhook = await buildWebhook(db, { url: broken.url });
    await stageEvents(db, webhook.clientId);
    const pauses: number[] = [];
    for (const count of [1, 2, 3, 4]) {
      await attemptsOf(webhook.id, count);
      const [row] = await db.query<{ seconds: number }>(
        `SELECT extract(epoch FROM next_attempt_at - now())::float AS seconds FROM webhook_deliveries
         WHERE endpoint_id = $1`,
        [webhook.id],
      );
      pauses.push(row?.seconds ?? 0);
      await letTimePass(db, webhook.id);
    }
    expect(pauses[0]).to.be.within(1.5, 7.6);
    expect(pauses[3]).to.be.within(19, 60.1);
  });

  it('end as failed a day after the event, and turn an endpoint off that failed for five', async () => {
    const broken = await receiver(answering(500));
    const webhook = await buildWebhook(db, { url: broken.url });
    const { clientId } = webhook;
    await stageEvents(db, clientId);
    await attemptsOf(webhook.id);
    await db.query('UPDATE webhook_deliveries SET retry_until = now() WHERE endpoint_id = $1', [webhook.id]);
    await letTimePass(db, webhook.id);
    await waitFor(async () => (await statusesOf(webhook.id))[0] === 'failed', { describe: 'giving up' });
    const enabled = async () =>
      (
        await db.query<{ enabled: boolean }>('SELECT enabled FROM webhook_endpoints WHERE id = $1', [
          webhook.id,
        ])
      )[0]?.enabled;
    expect(await enabled(), 'after a day').to.equal(true);
    expect(
      await db.transaction((sql) => disableFailingWebhook(sql, webhook)),
      'not failing for long',
    ).to.equal(false);

    await db.query(
      `UPDATE webhook_endpoints SET failing_since = now() - interval '121 hours' WHERE id = $1`,
      [webhook.id],
    );
    await stageEvents(db, clientId, 3);
    await waitFor(async () => (await deliveriesOf(db, webhook.id)).length === 4, { describe: 'a fan-out' });
    await db.query(
      `UPDATE webhook_deliveries SET retry_until = now() WHERE endpoint_id = $1 AND status = 'pending'`,
      [webhook.id],
    );
    await letTimePass(db, webhook.id);
    await waitFor(async () => !(await enabled()), { describe: 'the endpoint turned off' });
    const [audit] = await db.query<{ actor: string; action: string }>(
      'SELECT actor, action FROM audit_log WHERE target = $1 ORDER BY entry_no DESC LIMIT 1',
      [webhook.publicId],
    );
    expect(audit).to.deep.equal({ actor: 'system', action: 'webhook.disabled' });
    const [wallet] = await db.query('SELECT webhook_events FROM wallets WHERE client_id = $1', [clientId]);
    expect(wallet, 'nothing more is staged').to.deep.equal({ webhook_events: [] });
    await letTimePass(db, webhook.id);
    await waitFor(async () => !(await statusesOf(webhook.id)).includes('pending'), {
      describe: 'the rest given up',
    });
  });

  it('are tried after a day without workers, also at an endpoint that failed before it', async () => {
    const started = await receiver(answering(500));
    const webhook = await buildWebhook(db, { url: started.url });
    await stageEvents(db, webhook.clientId);
    await attemptsOf(webhook.id);
    await stageEvents(db, webhook.clientId, 11);
    await waitFor(async () => (await statusesOf(webhook.id)).length === 12, { describe: 'a fan-out' });
    started.behave(answering(204));
    await db.transaction(async (sql) => {
      await sql.query(
        `UPDATE webhook_deliveries SET retry_until = now() - interval '2 hours', next_attempt_at = now()
         WHERE endpoint_id = $1`,
        [webhook.id],
      );
      await sql.query(
        `UPDATE webhook_endpoints SET hold_until = now() - interval '26 hours', due_at = now() WHERE id = $1`,
        [webhook.id],
      );
    });
    await delivered(webhook.id, 12);
  });

  it('survive the loss of everything in Redis', async () => {
    const started = await receiver(answering(500));
    const webhook = await buildWebhook(db, { url: started.url });
    await stageEvents(db, webhook.clientId, 30);
    await waitFor(() => started.received.length > 0, { describe: 'a first attempt' });
    const redis = new Redis(redisUrl);
    await redis.flushdb();
    started.behave(answering(204));
    await letTimePass(db, webhook.id);
    await redis.flushdb();
    await delivered(webhook.id, 30);
    redis.disconnect();
  });

  it('keep Redis free of everything but ids', async () => {
    const started = await receiver(() => undefined);
    const webhook = await buildWebhook(db, { url: started.url });
    await stageEvents(db, webhook.clientId);
    await waitFor(() => started.received.length > 0, { describe: 'an attempt under way' });
    const redis = new Redis(redisUrl);
    const job = await redis.hgetall(`{verification}:webhooks:${webhook.id}`);
    expect(job.data).to.equal(JSON.stringify({ endpoint_id: webhook.id }));
    redis.disconnect();
    await attemptsOf(webhook.id);
  });

  it('that were claimed by a worker which died are made by another', async () => {
    const started = await receiver();
    const webhook = await buildWebhook(db, { url: started.url });
    await db.query(
      `UPDATE webhook_endpoints SET due_at = now() + interval '1 day', hold_until = now() + interval '1 day' WHERE id = $1`,
      [webhook.id],
    );
    await stageEvents(db, webhook.clientId);
    await waitFor(async () => (await deliveriesOf(db, webhook.id)).length === 1, { describe: 'a delivery' });
    // The state in which another worker's claim leaves it.
    await db.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '2 seconds' WHERE endpoint_id = $1`,
      [webhook.id],
    );
    await db.query('UPDATE webhook_endpoints SET due_at = now(), hold_until = NULL WHERE id = $1', [
      webhook.id,
    ]);
    await delivered(webhook.id);
    expect(started.received).to.have.length(1);
  });

  it('are logged without addresses, payloads and secrets', async () => {
    const broken = await receiver(answering(500));
    const webhook = await buildWebhook(db, { url: `${broken.url}?token=canary-of-the-url` });
    await stageEvents(db, webhook.clientId);
    await attemptsOf(webhook.id);
    expect(webhooks.logged()).not.to.match(/canary-of-the-url|whsec_|127\.0\.0\.1/);
    const jobs = webhooks
      .logged()
      .split('\n')
      .filter((line) => line.includes('webhook job finished'));
    expect(jobs).not.to.have.length(0);
    for (const job of jobs) {
      expect(JSON.parse(job)).to.include.all.keys('webhook_id', 'attempts', 'delivered', 'duration_ms');
    }
  });
});
