import { expect } from 'chai';
import { fromPublicId, newId, toPublicId } from '../../../shared/domain/ids.js';
import { WEBHOOK_EVENTS } from '../../../shared/domain/webhook-event.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const URL_OF_TESTS = 'https://receiver.example.test/hook?token=canary-of-the-url';

describe('Webhook endpoints', () => {
  let api: TestApi;
  let user: Awaited<ReturnType<TestApi['createClientUser']>>;
  let owner: TestClient;
  before(async () => {
    api = await startApi();
    user = await api.createClientUser();
    owner = await api.signIn(user);
  });
  after(() => api.close());

  const create = async (client = owner, body: object = {}): Promise<Answer['body']> => {
    const answer = await client.post('/api/v1/webhooks', {
      url: URL_OF_TESTS,
      events: ['verification.completed'],
      ...body,
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body;
  };
  const freshClient = async (): Promise<TestClient> => api.signIn(await api.createClientUser());

  describe('are made', () => {
    it('with a secret that is shown once, and listed without it, newest first', async () => {
      const client = await freshClient();
      const first = await create(client);
      const second = await create(client, { events: [...WEBHOOK_EVENTS].reverse() });
      expect(second).to.have.all.keys('webhook_id', 'url', 'events', 'enabled', 'secret', 'created_at');
      expect(second.webhook_id).to.match(/^whk_[0-9a-z]{26}$/);
      expect(Buffer.from(second.secret.replace(/^whsec_/, ''), 'base64')).to.have.length(32);
      expect(second.events).to.deep.equal([...WEBHOOK_EVENTS]);

      const list = await client.get('/api/v1/webhooks');
      expect(list.status).to.equal(200);
      const withoutSecret = ({ secret: _secret, ...listed }: Record<string, unknown>) => listed;
      expect(list.body).to.deep.equal({ data: [second, first].map(withoutSecret) });
    });

    it('without leaving the secret anywhere, or the address in log and audit', async () => {
      const { secret } = await create();
      const [dump] = await api.db.query<{ endpoints: string; audit: string }>(
        `SELECT (SELECT string_agg(e::text, ' ') FROM webhook_endpoints e) AS endpoints,
                (SELECT string_agg(a::text, ' ') FROM audit_log a) AS audit`,
      );
      const hex = Buffer.from(secret.slice(6), 'base64').toString('hex');
      expect(dump?.endpoints).not.to.include(secret.slice(6)).and.not.to.include(hex);
      expect(dump?.audit).not.to.include('canary-of-the-url');
      expect(JSON.stringify(api.logs())).not.to.match(/canary-of-the-url|whsec_/);
    });

    it('and that is in the audit log', async () => {
      const { webhook_id } = await create();
      expect(await auditOf(api.db, webhook_id)).to.deep.equal([
        {
          actor: user.publicId,
          action: 'webhook.created',
          ip_address: '127.0.0.1',
          details: {
            client_id: toPublicId('client', user.clientId),
            origin: 'https://receiver.example.test',
            events: ['verification.completed'],
          },
        },
      ]);
    });

    const events = ['wallet.low_balance'];
    const url = URL_OF_TESTS;
    const faults: [string, object, Record<string, string>][] = [
      ['nothing', {}, { url: 'required', events: 'required' }],
      ['other types', { url: 1, events: 'all' }, { url: 'invalid_type', events: 'invalid_type' }],
      ['no events', { url, events: [] }, { events: 'required' }],
      ['an unknown event', { url, events: [...events, 'webhook.test'] }, { events: 'invalid_choice' }],
      ['an event that is no text', { url, events: [null] }, { events: 'invalid_choice' }],
      ['an event twice', { url, events: [...events, ...events] }, { events: 'repeated' }],
      ['an address too long', { url: `${url}${'x'.repeat(2048)}`, events }, { url: 'too_long' }],
      ['no address', { url: 'receiver', events: [] }, { url: 'invalid_url', events: 'required' }],
      ['credentials', { url: 'https://a:b@receiver.example.test', events }, { url: 'credentials_in_url' }],
      ['a private address', { url: 'https://10.0.0.1', events }, { url: 'address_not_allowed' }],
      [
        'fields of ours',
        { url, events, secret: 'whsec_x', enabled: true },
        { secret: 'unknown_field', enabled: 'unknown_field' },
      ],
    ];
    for (const [what, body, expected] of faults) {
      it(`not from ${what}: 422`, async () => {
        const answer = await owner.post('/api/v1/webhooks', body);
        expect(answer.status).to.equal(422);
        expect(faultsOf(answer)).to.deep.equal(expected);
      });
    }

    it('on this machine in development only', async () => {
      const production = await startApi({
        database: api.database,
        redisUrl: api.redisUrl,
        config: { production: true },
      });
      try {
        const there = production.client.withToken(await production.login(user));
        for (const local of [
          'http://127.0.0.1:4000/',
          'http://localhost/',
          'https://[::1]/',
          'https://127.1/',
        ]) {
          expect((await there.post('/api/v1/webhooks', { url: local, events })).status, local).to.equal(422);
          const { webhook_id } = await create(owner, { url: local });
          await owner.send('DELETE', `/api/v1/webhooks/${webhook_id}`);
        }
      } finally {
        await production.close();
      }
    });

    it('up to ten a client, also when fifteen are asked for at once', async () => {
      const client = await freshClient();
      const answers = await Promise.all(
        Array.from({ length: 15 }, () =>
          client.post('/api/v1/webhooks', { url: URL_OF_TESTS, events: ['wallet.low_balance'] }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([...Array(10).fill(201), ...Array(5).fill(409)]);
      const [{ webhook_id }] = (await client.get('/api/v1/webhooks')).body.data;
      await client.send('DELETE', `/api/v1/webhooks/${webhook_id}`);
      await create(client);
    });
  });

  it('are deleted with their secrets, and deleting them again is fine', async () => {
    const client = await freshClient();
    const { webhook_id } = await create(client);
    for (const _twice of [1, 2]) {
      expect((await client.send('DELETE', `/api/v1/webhooks/${webhook_id}`)).status).to.equal(204);
    }
    expect((await client.get('/api/v1/webhooks')).body.data).to.deep.equal([]);
    expect((await auditOf(api.db, webhook_id)).map(({ action }) => action)).to.deep.equal([
      'webhook.created',
      'webhook.deleted',
    ]);
    for (const action of ['test', 'rotate-secret']) {
      expect((await client.post(`/api/v1/webhooks/${webhook_id}/${action}`)).status, action).to.equal(404);
    }
    expect((await client.get(`/api/v1/webhooks/${webhook_id}/deliveries`)).status).to.equal(404);
  });

  it('say since when and how often they fail, and nothing of it once a message arrives', async () => {
    const client = await freshClient();
    const { webhook_id, secret: _secret, ...webhook } = await create(client);
    const fail = (since: string | null, failures: number) =>
      api.db.query(
        'UPDATE webhook_endpoints SET failing_since = $2, consecutive_failures = $3 WHERE id = $1',
        [fromPublicId('webhook', webhook_id), since, failures],
      );
    const listed = async () => (await client.get('/api/v1/webhooks')).body.data;
    await fail('2026-09-01T08:00:00Z', 7);
    const failing = { since: '2026-09-01T08:00:00.000Z', failures: 7 };
    expect(await listed()).to.deep.equal([{ webhook_id, ...webhook, failing }]);
    await fail(null, 0);
    expect(await listed()).to.deep.equal([{ webhook_id, ...webhook }]);
  });

  it('get a new secret, shown once', async () => {
    const { secret, ...webhook } = await create();
    const answer = await owner.post(`/api/v1/webhooks/${webhook.webhook_id}/rotate-secret`);
    expect(answer.status).to.equal(200);
    const { secret: rotated, ...same } = answer.body;
    expect(same).to.deep.equal(webhook);
    expect(rotated)
      .to.match(/^whsec_/)
      .and.not.to.equal(secret);
    expect((await auditOf(api.db, webhook.webhook_id)).at(-1)).to.include({
      actor: user.publicId,
      action: 'webhook.secret_rotated',
    });
  });

  it('answer 404 to other clients, for unknown ids and for things that are no ids', async () => {
    const { webhook_id } = await create();
    const stranger = await freshClient();
    const test = await owner.post(`/api/v1/webhooks/${webhook_id}/test`);
    const { delivery_id } = test.body;
    const callers: [TestClient, string][] = [
      [stranger, webhook_id],
      ...[toPublicId('webhook', newId()), user.publicId, 'whk_', '1', '%00'].map(
        (id) => [owner, id] as [TestClient, string],
      ),
    ];
    for (const [caller, id] of callers) {
      const address = `/api/v1/webhooks/${id}`;
      const answers = [
        await caller.send('DELETE', address),
        await caller.post(`${address}/rotate-secret`),
        await caller.post(`${address}/test`),
        await caller.get(`${address}/deliveries`),
        await caller.post(`${address}/deliveries/${delivery_id}/redeliver`),
      ];
      expect(
        answers.map(({ status }) => status),
        id,
      ).to.deep.equal([404, 404, 404, 404, 404]);
    }
    // A delivery of the client's other endpoint is unknown here too.
    const { webhook_id: another } = await create();
    for (const id of [delivery_id, toPublicId('delivery', newId()), 'dlv_x']) {
      const address = `/api/v1/webhooks/${another}/deliveries/${id}/redeliver`;
      expect((await owner.post(address)).status, id).to.equal(404);
    }
    const { data } = (await owner.get('/api/v1/webhooks')).body;
    expect(data.some((webhook: { webhook_id: string }) => webhook.webhook_id === webhook_id)).to.equal(true);
  });

  it('are managed by client users and keys for it only', async () => {
    const { webhook_id } = await create(await freshClient());
    const { api_key } = (await owner.post('/api/v1/api-keys', { name: 'machine' })).body;
    const callers = {
      nobody: api.client,
      support: await api.signIn(await api.createStaff('support')),
      admin: await api.signIn(await api.createStaff('admin')),
      'a key for other things': api.client.withToken(api_key),
    };
    const address = `/api/v1/webhooks/${webhook_id}`;
    for (const [who, caller] of Object.entries(callers)) {
      const answers = [
        await caller.get('/api/v1/webhooks'),
        await caller.post('/api/v1/webhooks', { url: URL_OF_TESTS, events: ['wallet.low_balance'] }),
        await caller.send('DELETE', address),
        await caller.post(`${address}/rotate-secret`),
        await caller.post(`${address}/test`),
        await caller.get(`${address}/deliveries`),
        await caller.post(`${address}/deliveries/${toPublicId('delivery', newId())}/redeliver`),
      ];
      expect(
        answers.map(({ status }) => status),
        who,
      ).to.deep.equal(Array(7).fill(who === 'a key for other things' ? 403 : 401));
    }
  });

  it('take no unknown fields and parameters anywhere', async () => {
    const { webhook_id } = await create(await freshClient().then(() => owner));
    const address = `/api/v1/webhooks/${webhook_id}`;
    const answers = [
      await owner.get('/api/v1/webhooks?x=1'),
      await owner.post('/api/v1/webhooks?x=1', { url: URL_OF_TESTS, events: ['wallet.low_balance'] }),
      await owner.post(`${address}/rotate-secret`, { secret: 'mine' }),
      await owner.post(`${address}/test`, { x: 1 }),
      await owner.get(`${address}/deliveries?x=1`),
      await owner.get(`${address}/deliveries?limit=101`),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(6).fill(422));
    expect((await owner.send('PUT', address)).status).to.equal(405);
  });
});
