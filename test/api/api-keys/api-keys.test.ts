import { expect } from 'chai';
import pg from 'pg';
import { NEW_KEYS } from '../../../api/api-keys/create-key.js';
import { Limiter } from '../../../api/limits/limiter.js';
import { waitFor } from '../../../harness/wait-for.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const FAR_AWAY = '2099-01-01T00:00:00.000Z';

describe('API keys', () => {
  let api: TestApi;
  let user: Awaited<ReturnType<TestApi['createClientUser']>>;
  let owner: TestClient;
  before(async () => {
    api = await startApi();
    user = await api.createClientUser();
    owner = await api.signIn(user);
  });
  after(() => api.close());

  const createKey = async (
    client = owner,
    body: object = { name: 'Intake', scopes: ['wallet'] },
  ): Promise<Answer['body']> => {
    const answer = await client.post('/api/v1/api-keys', body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body;
  };
  const freshClient = async (): Promise<TestClient> => api.signIn(await api.createClientUser());

  describe('are made', () => {
    it('and shown once: 256 bits behind a mark, with the prefix that stays visible', async () => {
      const key = await createKey(owner, { name: '  Intake  ', expires_at: FAR_AWAY });
      expect(key).to.have.all.keys(
        'api_key_id',
        'api_key',
        'prefix',
        'name',
        'mode',
        'scopes',
        'allowed_addresses',
        'limits',
        'created_at',
        'last_used_at',
        'expires_at',
        'replaced_until',
      );
      expect(key.mode).to.equal('live');
      expect(key.api_key).to.match(/^vk_[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(key.api_key.slice(3), 'base64url')).to.have.length(32);
      expect(key.api_key.startsWith(key.prefix)).to.equal(true);
      expect(key).to.include({ name: 'Intake', last_used_at: null, expires_at: FAR_AWAY });

      const list = await owner.get('/api/v1/api-keys');
      expect(list.status).to.equal(200);
      const { api_key: _secret, ...listed } = key;
      expect(list.body.data[0]).to.deep.equal(listed);
    });

    it('without leaving the key anywhere in the database or the log', async () => {
      const { api_key } = await createKey();
      const [dump] = await api.db.query<{ text: string }>(
        `SELECT (SELECT string_agg(k::text, ' ') FROM api_keys k) ||
                (SELECT string_agg(a::text, ' ') FROM audit_log a) AS text`,
      );
      const secret = api_key.slice(11);
      expect(dump?.text).not.to.include(secret);
      expect(dump?.text).not.to.include(Buffer.from(api_key).toString('hex'));
      expect(JSON.stringify(api.logs())).not.to.include(secret);
    });

    it('for ever when nothing else is said, and until the end of a day that is named', async () => {
      expect((await createKey(owner, { name: 'a' })).expires_at).to.equal(null);
      expect((await createKey(owner, { name: 'a', expires_at: null })).expires_at).to.equal(null);
      const dated = await createKey(owner, { name: 'a', expires_at: '2099-12-31' });
      expect(dated.expires_at).to.equal('2099-12-31T23:59:59.999Z');
    });

    it('and the making is in the audit log', async () => {
      const key = await createKey(owner, { name: 'Audited' });
      expect(await auditOf(api.db, key.api_key_id)).to.deep.equal([
        {
          actor: user.publicId,
          action: 'api_key.created',
          ip_address: '127.0.0.1',
          details: {
            client_id: toPublicId('client', user.clientId),
            name: 'Audited',
            expires_at: null,
            scopes: ['submit', 'read'],
            allowed_addresses: [],
          },
        },
      ]);
    });

    const faults: [string, object, Record<string, string>][] = [
      ['no name', {}, { name: 'required' }],
      ['an empty name', { name: ' ' }, { name: 'required' }],
      ['a name too long', { name: 'x'.repeat(101) }, { name: 'too_long' }],
      ['a name with an identity number', { name: 'Lease 0001010000071' }, { name: 'personal_data' }],
      ['another type', { name: 1, expires_at: 5 }, { name: 'invalid_type', expires_at: 'invalid_type' }],
      ['a day that is none', { name: 'a', expires_at: '2099-02-30' }, { expires_at: 'invalid_moment' }],
      ['the past', { name: 'a', expires_at: '2020-01-01T00:00:00Z' }, { expires_at: 'not_in_future' }],
      [
        'fields of ours',
        { name: 'a', client_id: 'x', api_key: 'vk_x', role: 'admin' },
        { client_id: 'unknown_field', api_key: 'unknown_field', role: 'unknown_field' },
      ],
    ];
    for (const [what, body, expected] of faults) {
      it(`not from ${what}: 422`, async () => {
        const answer = await owner.post('/api/v1/api-keys', body);
        expect(answer.status).to.equal(422);
        expect(faultsOf(answer)).to.deep.equal(expected);
      });
    }

    it('up to twenty live ones a client, also when thirty are asked for at once', async () => {
      const client = await freshClient();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => client.post('/api/v1/api-keys', { name: `key ${index}` })),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).to.have.length(20);
      expect(statuses.filter((status) => status === 409)).to.have.length(10);
      const { data } = (await client.get('/api/v1/api-keys')).body;
      expect(data).to.have.length(20);

      await client.send('DELETE', `/api/v1/api-keys/${data[0].api_key_id}`);
      expect((await client.post('/api/v1/api-keys', { name: 'again' })).status).to.equal(201);
    });

    it('at most so many times in an hour, deleted ones included', async () => {
      const busy = await api.createClientUser();
      const client = await api.signIn(busy);
      const made = new Limiter(api.deps.redis, NEW_KEYS);
      for (let count = 0; count < NEW_KEYS.points - 1; count += 1) await made.count(busy.clientId);
      const last = await createKey(client);
      await client.send('DELETE', `/api/v1/api-keys/${last.api_key_id}`);
      const refused = await client.post('/api/v1/api-keys', { name: 'one more' });
      expect([refused.status, refused.body.status]).to.deep.equal([429, 'rate_limited']);
      expect(refused.headers.get('ratelimit-policy')).to.equal('"new-api-keys";q=500;w=3600');
      await createKey(await freshClient());
    });

    it('anew when others have expired: those do not count', async () => {
      const expired = await api.createClientUser();
      const client = await api.signIn(expired);
      for (let made = 0; made < 20; made += 1) await createKey(client);
      expect((await client.post('/api/v1/api-keys', { name: 'one more' })).status).to.equal(409);
      await api.db.query('UPDATE api_keys SET expires_at = now() WHERE client_id = $1', [expired.clientId]);
      await createKey(client);
    });
  });

  describe('are deleted', () => {
    it('and then neither listed nor taken, and deleting them again is fine', async () => {
      const client = await freshClient();
      const key = await createKey(client);
      const machine = api.client.withToken(key.api_key);
      expect((await machine.get('/api/v1/wallet')).status).to.equal(200);
      for (const _twice of [1, 2]) {
        expect((await client.send('DELETE', `/api/v1/api-keys/${key.api_key_id}`)).status).to.equal(204);
      }
      expect((await machine.get('/api/v1/wallet')).status).to.equal(401);
      expect((await client.get('/api/v1/api-keys')).body.data).to.deep.equal([]);
      const actions = (await auditOf(api.db, key.api_key_id)).map(({ action }) => action);
      expect(actions).to.deep.equal(['api_key.created', 'api_key.revoked']);
    });

    it('only by their own client, and only when there is one: 404', async () => {
      const key = await createKey();
      const stranger = await freshClient();
      const ids = [key.api_key_id, toPublicId('apiKey', newId()), 'key_', user.publicId, '1', '%00'];
      for (const id of ids) {
        expect((await stranger.send('DELETE', `/api/v1/api-keys/${id}`)).status, id).to.equal(404);
      }
      expect((await api.client.withToken(key.api_key).get('/api/v1/wallet')).status).to.equal(200);
    });
  });

  it('are listed live ones first, however many newer ones have expired', async () => {
    const holder = await api.createClientUser();
    const client = await api.signIn(holder);
    const live = await createKey(client, { name: 'Live' });
    await api.db.query(
      `INSERT INTO api_keys (id, client_id, name, prefix, key_hash, created_by, created_at, expires_at)
       SELECT ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, client_id, 'Expired', prefix,
         sha256(n::text::bytea), created_by, created_at, now()
       FROM api_keys, generate_series(1, 100) AS n WHERE client_id = $1`,
      [holder.clientId],
    );
    const { data } = (await client.get('/api/v1/api-keys')).body;
    expect(data).to.have.length(100);
    expect(data[0].api_key_id).to.equal(live.api_key_id);
  });

  it('are managed by client users only', async () => {
    const key = await createKey();
    const address = `/api/v1/api-keys/${key.api_key_id}`;
    const callers = {
      nobody: api.client,
      support: await api.signIn(await api.createStaff('support')),
      admin: await api.signIn(await api.createStaff('admin')),
      'a key': api.client.withToken(key.api_key),
    };
    for (const [who, caller] of Object.entries(callers)) {
      expect((await caller.get('/api/v1/api-keys')).status, who).to.equal(401);
      expect((await caller.post('/api/v1/api-keys', { name: 'a' })).status, who).to.equal(401);
      expect((await caller.send('DELETE', address)).status, who).to.equal(401);
    }
  });

  describe('last use', () => {
    const lastUse = async (client: TestClient): Promise<string | null> =>
      (await client.get('/api/v1/api-keys')).body.data[0].last_used_at;

    it('is not written per request, and is there for whoever looks at the keys', async () => {
      const client = await freshClient();
      const { api_key, prefix } = await createKey(client);
      const machine = api.client.withToken(api_key);
      for (let used = 0; used < 3; used += 1) await machine.get('/api/v1/wallet');
      const [row] = await api.db.query<{ last_used_at: Date | null }>(
        'SELECT last_used_at FROM api_keys WHERE prefix = $1',
        [prefix],
      );
      expect(row?.last_used_at).to.equal(null);
      const usedBefore = Date.now();
      const used = await lastUse(client);
      expect(Date.parse(used ?? '')).to.be.within(usedBefore - 5_000, usedBefore);
    });

    it('is there too while it is just being written', async () => {
      const client = await freshClient();
      const { api_key } = await createKey(client);
      await api.client.withToken(api_key).get('/api/v1/wallet');
      const [, used] = await Promise.all([api.deps.apiKeyUses.write(), lastUse(client)]);
      expect(used).to.be.a('string');
    });

    it('never goes back when processes write in another order', async () => {
      const client = await freshClient();
      const { api_key } = await createKey(client, { name: 'Used later', scopes: ['wallet'] });
      await api.client.withToken(api_key).get('/api/v1/wallet');
      await api.db.query(`UPDATE api_keys SET last_used_at = $1 WHERE name = 'Used later'`, [FAR_AWAY]);
      await api.deps.apiKeyUses.write();
      expect(await lastUse(client)).to.equal(FAR_AWAY);
    });

    it('that cannot be written is a warning and no failure', async () => {
      const { api_key } = await createKey();
      await api.client.withToken(api_key).get('/api/v1/wallet');
      const schema = new pg.Client(api.database.ownerUrl);
      await schema.connect();
      try {
        await schema.query('ALTER TABLE api_keys RENAME TO api_keys_away');
        await api.deps.apiKeyUses.write();
      } finally {
        await schema.query('ALTER TABLE api_keys_away RENAME TO api_keys');
        await schema.end();
      }
      await waitFor(() => api.logs().some(({ msg }) => msg === 'last use of API keys not written'), {
        describe: 'a warning in the log',
      });
    });
  });
});
