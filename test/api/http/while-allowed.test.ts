import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const PATH = '/api/v1/wallet/entries';
// Three batches.
const ROWS = 1_200;

interface Seeded {
  user: TestUser;
  caller: TestClient;
  /** The access token of `caller`. */
  bearer: string;
  apiKey: string;
  keyId: string;
}

describe('a long answer', function () {
  this.timeout(30_000);
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  /** A caller with a ledger of three batches and an API key. */
  async function seed(): Promise<Seeded> {
    const user = await api.createClientUser();
    await api.db.query(
      `INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta,
         balance_after, reserved_after, note)
       SELECT $1, 1000 + n, gen_random_uuid(), 'top_up', 1, 1, 0, 10000 + n, 0, 'a line'
       FROM generate_series(1, $2::int) AS n`,
      [user.clientId, ROWS],
    );
    const bearer = await api.login(user);
    const caller = api.client.withToken(bearer);
    const { body } = await caller.post('/api/v1/api-keys', { name: 'export', scopes: ['wallet'] });
    return { user, caller, bearer, apiKey: body.api_key, keyId: body.api_key_id };
  }

  /** The text of a file, or undefined when it broke off, with `meanwhile` between its first batch and the second. */
  async function readFile(token: string, meanwhile: () => Promise<unknown>): Promise<string | undefined> {
    const { db } = api.deps;
    const { scoped } = db;
    let reads = 0;
    db.scoped = (scope) => {
      const rows = scoped(scope);
      return {
        ...rows,
        statement: async (text, values) => {
          if (text.includes('FROM wallet_entries')) {
            reads += 1;
            if (reads === 2) await meanwhile();
          }
          return rows.statement(text, values);
        },
      };
    };
    try {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' };
      const answer = await fetch(api.url + PATH, { headers });
      expect(answer.status).to.equal(200);
      return await answer.text().catch(() => undefined);
    } finally {
      db.scoped = scoped;
    }
  }

  it('is sent completely to a caller who is still allowed', async () => {
    const { bearer, apiKey } = await seed();
    for (const token of [bearer, apiKey]) {
      const text = await readFile(token, async () => undefined);
      expect(text?.trimEnd().split('\r\n')).to.have.length(ROWS + 2);
    }
  });

  const ends: [name: string, end: (seeded: Seeded) => Promise<unknown>][] = [
    ['signs out', ({ caller }) => caller.post('/api/v1/logout')],
    [
      'sets a new password',
      ({ caller, user }) =>
        caller.post('/api/v1/me/password', {
          current_password: user.password,
          new_password: 'another horse battery',
        }),
    ],
    [
      'is suspended',
      ({ user }) => api.db.query('UPDATE users SET suspended = true WHERE id = $1', [user.id]),
    ],
    ['is of a client that is suspended', ({ user }) => suspendClient(user)],
  ];
  for (const [name, end] of ends) {
    it(`is aborted when its caller ${name}`, async () => {
      const seeded = await seed();
      expect(await readFile(seeded.bearer, () => end(seeded))).to.equal(undefined);
      const line = api.logs().findLast(({ msg }) => msg === 'response aborted');
      expect(line).to.include({ reason: 'unauthorized' });
    });
  }

  const keyEnds: typeof ends = [
    ['is deleted', ({ caller, keyId }) => caller.send('DELETE', `/api/v1/api-keys/${keyId}`)],
    ['is of a client that is suspended', ({ user }) => suspendClient(user)],
  ];
  for (const [name, end] of keyEnds) {
    it(`is aborted when its API key ${name}`, async () => {
      const seeded = await seed();
      expect(await readFile(seeded.apiKey, () => end(seeded))).to.equal(undefined);
    });
  }

  it('is not logged as a defect when it is aborted for that', async () => {
    const { values } = await api.deps.metrics.internalErrors.get();
    expect(values[0]?.value).to.equal(0);
  });

  const suspendClient = (user: TestUser) =>
    api.db.query('UPDATE clients SET suspended = true WHERE id = $1', [user.clientId]);
});
