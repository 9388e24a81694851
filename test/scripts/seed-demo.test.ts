import { expect } from 'chai';
import { seedDemo } from '../../scripts/seed-demo.js';
import { startApi, type TestApi } from '../support/processes/app.js';

const password = 'demo-password-1';

describe('seedDemo', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('creates the demo sign-ins once, each with its role and credits', async () => {
    const options = { databaseUrl: api.database.url, password };
    expect(await seedDemo(options)).to.equal(true);
    expect(await seedDemo(options)).to.equal(false);
    const expected: [string, string, number | undefined][] = [
      ['admin@example.test', 'admin', undefined],
      ['support@example.test', 'support', undefined],
      ['client@example.test', 'client', 10_000],
      ['other@example.test', 'client', 100],
    ];
    for (const [email, scope, credits] of expected) {
      const login = await api.client.post('/api/v1/login', { email, password });
      expect(login.body.scope, email).to.equal(scope);
      if (credits === undefined) continue;
      const wallet = await api.client.withToken(login.body.access_token).get('/api/v1/wallet');
      expect(wallet.body).to.include({ balance: credits, reserved: 0, available: credits });
    }
  });

  it('explains the credits by a top-up in the ledger', async () => {
    const lines = await api.db.query<object>(
      'SELECT kind, amount, balance_after, note FROM wallet_entries ORDER BY amount',
    );
    expect(lines).to.deep.equal([
      { kind: 'top_up', amount: 100, balance_after: 100, note: 'Demo credits' },
      { kind: 'top_up', amount: 10_000, balance_after: 10_000, note: 'Demo credits' },
    ]);
  });
});
