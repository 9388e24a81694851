import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { revokeApiKey } from '../../../api/api-keys/revoke-api-key.js';
import { authoriseCallers, type Caller } from '../../../api/auth/authorise-callers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { acceptVerifications } from '../../../shared/acceptance/accept-verifications.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { testSideOf } from '../../../shared/domain/mode.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { buildSubmission } from '../../support/checks/submissions.js';
import { requestBody } from '../../support/checks/submit.js';
import { buildVerification } from '../../support/database/factories.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

interface Holder {
  token: string;
  user: TestUser & { clientId: string };
  /** Revokes the token, the way the API does. */
  revoke(): Promise<unknown>;
}

describe('a caller who loses the right to ask while the request is under way', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  async function adminCalls(method: string, path: string, body: object): Promise<void> {
    const admin = await api.signIn(await api.createStaff('admin'));
    const answer = await admin.send(method, path, { body: JSON.stringify(body) });
    expect(answer.status).to.equal(200);
  }

  const HOLDERS: Readonly<Record<string, () => Promise<Holder>>> = {
    'a token that is signed out': async () => {
      const user = await api.createClientUser();
      const token = await api.login(user);
      return { token, user, revoke: () => api.client.withToken(token).post('/api/v1/logout') };
    },
    'an API key that is deleted': async () => {
      const user = await api.createClientUser();
      const owner = await api.signIn(user);
      const { body } = await owner.post('/api/v1/api-keys', {
        name: 'Machine',
        scopes: ['submit', 'read', 'wallet'],
      });
      const revoke = () => owner.send('DELETE', `/api/v1/api-keys/${body.api_key_id}`);
      return { token: body.api_key, user, revoke };
    },
    'a user who is suspended': async () => {
      const user = await api.createClientUser();
      const client = (await api.client.withToken(await api.login(user)).get('/api/v1/me')).body.client
        .client_id;
      const revoke = () =>
        adminCalls('PATCH', `/api/v1/admin/clients/${client}/users/${user.publicId}`, { suspended: true });
      return { token: await api.login(user), user, revoke };
    },
  };

  /** Checked where the result is read, too. */
  const WAITING: typeof HOLDERS = {
    ...HOLDERS,
    'a user whose client demands a second factor now': async () => {
      const user = await api.createClientUser();
      const revoke = () =>
        api.db.query('UPDATE clients SET require_second_factor = true WHERE id = $1', [user.clientId]);
      return { token: await api.login(user), user, revoke };
    },
    'a token of test mode that is signed out': async () => {
      const user = await api.createClientUser();
      const live = await api.signIn(user);
      const { body } = await live.post('/api/v1/me/mode', { mode: 'test' });
      const token: string = body.access_token;
      const revoke = () => api.client.withToken(token).post('/api/v1/logout');
      return { token, user: { ...user, clientId: testSideOf(user.clientId) }, revoke };
    },
  };

  const countRows = async (table: string, { user }: Holder): Promise<number> =>
    (await api.db.query(`SELECT FROM ${table} WHERE client_id = $1`, [user.clientId])).length;

  /** Opens a POST whose body does not end until `finish`; by then its caller has been authenticated. */
  async function openPost(path: string, token: string, body: string) {
    const opened: ClientRequest = request(`${api.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': 'slowly',
      },
    });
    const answered = once(opened, 'response') as Promise<[IncomingMessage]>;
    await new Promise((resolve) => opened.write(body.slice(0, 10), resolve));
    // Requests are judged in the order in which they arrive.
    expect((await api.client.withToken(token).get('/api/v1/wallet')).status).to.equal(200);
    return {
      finish: async () => {
        opened.end(body.slice(10));
        const [answer] = await answered;
        return { status: answer.statusCode, body: (await json(answer)) as Record<string, unknown> };
      },
    };
  }

  for (const [what, makeHolder] of Object.entries(HOLDERS)) {
    it(`is not accepted with a slow body: ${what}`, async () => {
      const holder = await makeHolder();
      const slow = await openPost('/api/v1/verifications', holder.token, JSON.stringify(requestBody()));
      await holder.revoke();
      const answer = await slow.finish();
      expect([answer.status, answer.body.status]).to.deep.equal([401, 'unauthorized']);
      expect(await countRows('verifications', holder)).to.equal(0);
    });

    it(`is told nothing at the end of a long poll: ${what}`, async () => {
      const holder = await makeHolder();
      const { requestId } = await buildVerification(api.db, {
        clientId: holder.user.clientId,
        status: 'pending',
      });
      const waits = countWaits(api);
      const polling = api.client
        .withToken(holder.token)
        .get(`/api/v1/verifications/${requestId}`, { headers: { Prefer: 'wait=2' } });
      await waitFor(() => waits() > 0, { describe: 'the poll waits' });
      await holder.revoke();
      const answer = await polling;
      expect(answer.status).to.equal(401);
      expect(answer.body).not.to.have.property('service_code');
    });
  }

  for (const [what, makeHolder] of Object.entries(WAITING)) {
    it(`is told nothing but that it was accepted at the end of a wait for the result: ${what}`, async () => {
      const holder = await makeHolder();
      const waits = countWaits(api);
      const posting = api.client
        .withToken(holder.token)
        .post(
          '/api/v1/verifications',
          { ...requestBody(), idempotency_key: 'waited' },
          { headers: { Prefer: 'wait=2' } },
        );
      await waitFor(() => waits() > 0, { describe: 'the request waits' });
      await waitFor(async () => (await countRows('verifications', holder)) === 1, {
        describe: 'it is accepted',
      });
      await holder.revoke();
      await api.db.query(
        `UPDATE verifications SET status = 'completed', outcome = 'positive', label = 'Confirmed', completed_at = now(),
         credits_charged = credits, credits_reserved = 0 WHERE client_id = $1`,
        [holder.user.clientId],
      );
      const answer = await posting;
      expect(answer.status).to.equal(what.includes('second factor') ? 403 : 401);
      expect(answer.body).to.have.property('request_id');
      expect(answer.body).not.to.have.property('subject');
      expect(await countRows('access_log', holder), 'nothing was opened').to.equal(0);
    });
  }

  it('changes nothing else with a slow body either', async () => {
    const user = await api.createClientUser();
    const token = await api.login(user);
    const slow = await openPost('/api/v1/api-keys', token, JSON.stringify({ name: 'Machine' }));
    await api.client.withToken(token).post('/api/v1/logout');
    expect((await slow.finish()).status).to.equal(401);
    const keys = await api.db.query('SELECT FROM api_keys WHERE client_id = $1', [user.clientId]);
    expect(keys).to.have.length(0);
  });

  it('is judged behind a deletion that is not committed yet, and keeps others of its batch from nothing', async () => {
    const user = await api.createClientUser();
    const owner = await api.signIn(user);
    const { body } = await owner.post('/api/v1/api-keys', { name: 'Machine' });
    const id = fromPublicId('apiKey', body.api_key_id) ?? '';
    const [key] = await api.db.query<{ key_hash: Buffer }>('SELECT key_hash FROM api_keys WHERE id = $1', [
      id,
    ]);
    const { clientId } = user;
    const caller: Caller = {
      kind: 'api_key',
      hash: key?.key_hash ?? Buffer.of(),
      use: { need: 'submit', address: undefined },
    };
    const mine = { ...buildSubmission({ clientId }), caller };
    const others = buildSubmission({ clientId });
    let accepting: ReturnType<typeof acceptVerifications> | undefined;
    await api.db.transaction(async (sql) => {
      await revokeApiKey(sql, { id, clientId }, { actor: 'system' });
      accepting = acceptVerifications<Caller>(api.db, [mine, others], { authoriseCallers });
      await untilBlocked(api.db);
    });
    const kinds = (await accepting)?.map(({ kind }) => kind);
    expect(kinds).to.deep.equal(['unauthorized', 'accepted']);
  });
});

/** Counts the waits for a result from now on. */
function countWaits({ deps: { settlements } }: TestApi): () => number {
  let count = 0;
  const wait = settlements.wait.bind(settlements);
  settlements.wait = (...args) => {
    count += 1;
    return wait(...args);
  };
  return () => count;
}
