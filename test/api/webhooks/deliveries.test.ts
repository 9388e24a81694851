import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { waitFor } from '../../../harness/wait-for.js';
import { answering, startReceiver, type WebhookReceiver } from '../../../harness/webhook-receiver.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { TestClient } from '../../support/http/client.js';
import {
  letTimePass,
  stageEvents,
  startTestWebhooks,
  type TestWebhooks,
} from '../../support/messages/webhooks.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('The deliveries of a webhook', () => {
  let api: TestApi;
  let webhooks: TestWebhooks;
  let receiver: WebhookReceiver;
  let clientId: string;
  let client: TestClient;
  before(async () => {
    api = await startApi();
    webhooks = startTestWebhooks({ db: api.db, redisUrl: api.redisUrl, timeoutMs: 1_000 });
  });
  after(async () => {
    await webhooks.stop();
    await api.close();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    const user = await api.createClientUser();
    clientId = user.clientId;
    client = await api.signIn(user);
  });
  afterEach(() => receiver.close());

  async function create(): Promise<{ address: string; id: string; secret: string; webhookId: string }> {
    const { body } = await client.post('/api/v1/webhooks', {
      url: receiver.url,
      events: ['verification.completed'],
    });
    const id = fromPublicId('webhook', body.webhook_id) ?? '';
    return {
      address: `/api/v1/webhooks/${body.webhook_id}`,
      id,
      secret: body.secret,
      webhookId: body.webhook_id,
    };
  }
  const listed = async (address: string) => (await client.get(`${address}/deliveries`)).body.data;
  const ended = (address: string, index = 0) =>
    waitFor(
      async () => {
        const delivery = (await listed(address))[index];
        return delivery !== undefined && delivery.status !== 'pending' && delivery;
      },
      { describe: 'the delivery ended' },
    );

  it('include a test, which goes the way of all events', async () => {
    const { address, secret, webhookId } = await create();
    const answer = await client.post(`${address}/test`);
    expect(answer.status).to.equal(202);
    expect(answer.body).to.have.all.keys(
      'delivery_id',
      'event_id',
      'type',
      'status',
      'attempts',
      'created_at',
      'delivered_at',
    );
    expect(answer.body).to.deep.include({ type: 'webhook.test', status: 'pending', attempts: [] });
    const delivery = await ended(address);
    expect(delivery).to.include({ delivery_id: answer.body.delivery_id, status: 'delivered' });
    expect(delivery.attempts[0]).to.have.all.keys('at', 'status', 'duration_ms', 'error');
    const [request] = receiver.received;
    expect(request?.headers['webhook-id']).to.equal(answer.body.event_id);
    const payload = new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {});
    expect(payload).to.deep.include({ type: 'webhook.test', data: { webhook_id: webhookId } });
    const actions = (await auditOf(api.db, webhookId)).map(({ action }) => action);
    expect(actions).to.deep.equal(['webhook.created', 'webhook.tested']);
  });

  it('try a test once only', async () => {
    receiver.behave(answering(500));
    const { address } = await create();
    await client.post(`${address}/test`);
    const delivery = await ended(address);
    expect(delivery.status).to.equal('failed');
    expect(delivery.attempts).to.have.length(1);
    expect(delivery.attempts[0]).to.include({ status: 500, error: 'http_error' });
  });

  it('are signed with the old and the new secret for a day after a rotation, then with the new one', async () => {
    const { address, id, secret: old } = await create();
    const { secret: current } = (await client.post(`${address}/rotate-secret`)).body;
    await client.post(`${address}/test`);
    await ended(address);
    const [overlap] = receiver.received;
    expect(overlap?.headers['webhook-signature']).to.match(/^v1,\S+ v1,\S+ v1a,\S+$/);
    for (const secret of [old, current]) {
      new Webhook(secret).verify(overlap?.body ?? '', overlap?.headers ?? {});
      expect(() => new Webhook(secret).verify('{}', overlap?.headers ?? {})).to.throw(
        'No matching signature',
      );
    }

    await api.db.query('UPDATE webhook_endpoints SET previous_secret_until = now() WHERE id = $1', [id]);
    await client.post(`${address}/test`);
    await waitFor(() => receiver.received.length === 2, { describe: 'a second test' });
    const [, later] = receiver.received;
    new Webhook(current).verify(later?.body ?? '', later?.headers ?? {});
    expect(() => new Webhook(old).verify(later?.body ?? '', later?.headers ?? {})).to.throw(
      'No matching signature',
    );
  });

  it('are signed with every secret of the day after several rotations, and with no more than the last five before', async () => {
    const { address, secret: first } = await create();
    const rotate = () => client.post(`${address}/rotate-secret`);
    // As by a caller who lost the first answer: no receiver has that secret.
    const { secret: lost } = (await rotate()).body;
    const { secret: current } = (await rotate()).body;
    await client.post(`${address}/test`);
    await ended(address);
    const [message] = receiver.received;
    for (const secret of [first, lost, current]) {
      new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {});
    }
    for (let more = 0; more < 4; more += 1) expect((await rotate()).status).to.equal(200);
    await client.post(`${address}/test`);
    await waitFor(() => receiver.received.length === 2, { describe: 'the message after the rotations' });
    const [, later] = receiver.received;
    new Webhook(lost).verify(later?.body ?? '', later?.headers ?? {});
    expect(() => new Webhook(first).verify(later?.body ?? '', later?.headers ?? {})).to.throw(
      'No matching signature',
    );
  });

  it('are sent again on demand, under the same id', async () => {
    const { address, webhookId } = await create();
    await stageEvents(api.db, clientId);
    const first = await ended(address);
    const answer = await client.post(`${address}/deliveries/${first.delivery_id}/redeliver`);
    expect(answer.status).to.equal(202);
    expect(answer.body).to.include({ delivery_id: first.delivery_id, status: 'pending', delivered_at: null });
    await waitFor(() => receiver.received.length === 2, { describe: 'the second time' });
    const [one, two] = receiver.received;
    expect(two?.headers['webhook-id']).to.equal(one?.headers['webhook-id']);
    expect(two?.body).to.equal(one?.body);
    const last = await waitFor(
      async () => (await listed(address))[0].attempts.length === 2 && (await listed(address))[0],
      { describe: 'both attempts in the log' },
    );
    expect(last.status).to.equal('delivered');
    expect((await auditOf(api.db, webhookId)).at(-1)).to.deep.include({
      action: 'webhook.redelivery_requested',
      details: { delivery_id: first.delivery_id },
    });
  });

  it('are sent at once on demand although the endpoint is left alone for a while', async () => {
    receiver.behave(answering(500));
    const { address } = await create();
    await stageEvents(api.db, clientId, 3);
    await waitFor(async () => (await listed(address)).length === 3 && receiver.received.length > 0, {
      describe: 'failures',
    });
    receiver.behave(answering(204));
    const [{ delivery_id }] = await listed(address);
    await waitFor(async () => (await listed(address))[0].attempts.length > 0, { describe: 'the log' });
    await client.post(`${address}/deliveries/${delivery_id}/redeliver`);
    expect((await ended(address)).status).to.equal('delivered');
  });

  it('go only as tests to an endpoint that was turned off, and one that arrives turns it on again', async () => {
    const { address, id, webhookId } = await create();
    await stageEvents(api.db, clientId);
    const { delivery_id } = await ended(address);
    await api.db.query('UPDATE webhook_endpoints SET enabled = false WHERE id = $1', [id]);
    const refused = await client.post(`${address}/deliveries/${delivery_id}/redeliver`);
    expect(refused.status).to.equal(409);

    receiver.behave(answering(500));
    await client.post(`${address}/test`);
    await ended(address);
    expect((await client.get('/api/v1/webhooks')).body.data[0].enabled, 'after a test in vain').to.equal(
      false,
    );

    receiver.behave(answering(204));
    await client.post(`${address}/test`);
    await waitFor(async () => (await client.get('/api/v1/webhooks')).body.data[0].enabled === true, {
      describe: 'the endpoint turned on',
    });
    expect((await auditOf(api.db, webhookId)).at(-1)).to.include({
      actor: 'system',
      action: 'webhook.enabled',
    });
    await stageEvents(api.db, clientId);
    await waitFor(() => receiver.received.length === 4, { describe: 'an event again' });
  });

  it('are listed in pages, newest first, also as CSV', async () => {
    const { address, id } = await create();
    await stageEvents(api.db, clientId, 5);
    await waitFor(() => receiver.received.length === 5, { describe: 'five deliveries' });
    await letTimePass(api.db, id);
    const all = await waitFor(
      async () => {
        const data = await listed(address);
        return data.every(({ status }: { status: string }) => status === 'delivered') && data;
      },
      { describe: 'all delivered' },
    );
    const seen: string[] = [];
    let path: string | undefined = `${address}/deliveries?limit=2`;
    while (path !== undefined) {
      const { body, status } = await client.get(path);
      expect(status).to.equal(200);
      seen.push(...body.data.map(({ delivery_id }: { delivery_id: string }) => delivery_id));
      path =
        body.next_cursor === null ? undefined : `${address}/deliveries?limit=2&cursor=${body.next_cursor}`;
    }
    expect(seen).to.deep.equal(all.map(({ delivery_id }: { delivery_id: string }) => delivery_id));
    expect(seen).to.deep.equal([...seen].sort().reverse());
    const csv = await client.get(`${address}/deliveries`, { headers: { accept: 'text/csv' } });
    expect(csv.body.split('\r\n')[0]).to.equal(
      'delivery_id,event_id,type,status,attempts,last_status,last_error,created_at,delivered_at',
    );
    const other = await create();
    const { next_cursor } = (await client.get(`${address}/deliveries?limit=2`)).body;
    expect((await client.get(`${other.address}/deliveries?cursor=${next_cursor}`)).status).to.equal(422);
  });
});
