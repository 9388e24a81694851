import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { startReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import { submitAsync } from '../support/checks/submit.js';
import { letTimePass } from '../support/messages/webhooks.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

describe('webhooks of real processes', function () {
  this.timeout(60_000);

  let service: Service;
  let client: SeededClient;
  let receiver: WebhookReceiver;
  let webhook: { webhook_id: string; secret: string };
  before(async () => {
    service = await startService({ workers: 0 });
  });
  beforeEach(async () => {
    client = await service.seedClient();
    receiver = await startReceiver();
    const answer = await service.api.client.withToken(client.token).post('/api/v1/webhooks', {
      url: receiver.url,
      events: ['verification.completed', 'verification.manual_review'],
    });
    webhook = answer.body;
  });
  afterEach(async () => {
    await Promise.all(service.workers.map((worker) => worker.close()));
    await receiver.close();
  });
  after(() => service.stop());

  const verified = () =>
    receiver.received.map(
      ({ body, headers }) =>
        new Webhook(webhook.secret).verify(body, headers) as { type: string; data: Record<string, unknown> },
    );

  it('are told of what was settled just before a worker was killed', async () => {
    receiver.behave(() => undefined);
    const doomed = await service.startWorker();
    const key = randomUUID();
    const requestId = await submitAsync(service.api.client, client.token, { key });
    await waitUntilSettled(service.db, client.clientId);
    await doomed.kill();
    receiver.behave((res) => void res.writeHead(204).end());
    const before = receiver.received.length;

    await service.startWorker();
    // If the first worker had begun to send, its claim expires after half a minute.
    await letTimePass(service.db, fromPublicId('webhook', webhook.webhook_id) ?? '');
    await waitFor(() => receiver.received.length > before, { describe: 'the webhook', timeoutMs: 20_000 });
    expect(verified().at(-1)).to.deep.include({
      type: 'verification.completed',
      data: {
        request_id: requestId,
        service_code: 'said_verification',
        idempotency_key: key,
        status: 'completed',
        outcome: 'positive',
        credits_reserved: 0,
        credits_charged: 5,
      },
    });
    await service.expectSound();
  });

  it('hold nothing of a person, neither in their bodies nor on their way', async () => {
    await service.startWorker();
    const subject = '0001010000071';
    await submitAsync(service.api.client, client.token, {
      body: { subject, purpose: 'canary of the purpose' },
    });
    await waitFor(() => receiver.received.length === 1, { describe: 'the webhook', timeoutMs: 20_000 });
    const [dump] = await service.db.query<{ text: string }>(
      `SELECT (SELECT string_agg(e::text, ' ') FROM webhook_events e) ||
         (SELECT string_agg(d::text, ' ') FROM webhook_deliveries d) AS text`,
    );
    const everything = [JSON.stringify(receiver.received), dump?.text, service.lines().join('\n')].join('\n');
    for (const canary of [subject, subject.slice(-4).padStart(6, '*'), 'canary of the purpose', 'whsec_']) {
      expect(everything, canary).not.to.include(canary);
    }
  });

  it('let a worker stop in time while a receiver hangs', async () => {
    receiver.behave(() => undefined);
    const worker = await service.startWorker();
    await submitAsync(service.api.client, client.token);
    await waitFor(() => receiver.received.length === 1, {
      describe: 'a receiver that hangs',
      timeoutMs: 20_000,
    });
    const startedAt = performance.now();
    await worker.stop();
    expect(performance.now() - startedAt).to.be.below(9_000);
  });
});
