import { expect } from 'chai';
import { testSideOf } from '../../../shared/domain/mode.js';
import { OPERATIONS } from '../../security/support/operations.js';
import { tenancyOf } from '../../security/support/tenancy-table.js';
import { buildVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const SIDES = ['live', 'test'] as const;
type Side = (typeof SIDES)[number];
const OTHER = { live: 'test', test: 'live' } as const;

/** A file that is the same for everyone, and the organisation's logo, which both modes show. */
const NEITHER_SIDES = ['GET /api/v1/batches/template', 'GET /api/v1/logo'];

/** Every endpoint that reads a client's own data and takes no id. */
const READS = OPERATIONS.filter(({ name }) => {
  const tenancy = tenancyOf(name);
  if (NEITHER_SIDES.includes(name)) return false;
  return name.startsWith('GET ') && tenancy.for === 'client' && tenancy.ids === undefined;
}).map(({ name }) => name.slice('GET '.length));

describe('the two sides of a client', function () {
  this.timeout(60_000);

  let api: TestApi;
  let callers: Record<Side, TestClient>;
  let ids: Record<Side, string>;

  before(async () => {
    api = await startApi();
    const user = await api.createClientUser({ credits: 321 });
    const live = await api.signIn(user);
    const { body } = await live.post('/api/v1/me/mode', { mode: 'test' });
    callers = { live, test: api.client.withToken(body.access_token) };
    ids = { live: '', test: '' };
    for (const side of SIDES) {
      const clientId = side === 'live' ? user.clientId : testSideOf(user.clientId);
      const canary = `canary-of-${side}`;
      const key = await callers[side].post('/api/v1/api-keys', { name: canary, limits: { per_day: 100 } });
      expect(key.body.mode).to.equal(side);
      const hook = { url: `http://127.0.0.1:9/${canary}`, events: ['verification.completed'] };
      expect((await callers[side].post('/api/v1/webhooks', hook)).status).to.equal(201);
      const { requestId } = await buildVerification(api.db, {
        clientId,
        subject: '0001010000071',
        status: 'completed',
        purpose: `Purpose: ${canary}`,
      });
      ids[side] = requestId;
      expect((await callers[side].get(`/api/v1/verifications/${requestId}`)).status, 'a look').to.equal(200);
    }
  });
  after(() => api.close());

  it('have addresses to be read at', () => {
    expect(READS).to.include.members(['/api/v1/verifications', '/api/v1/wallet/entries', '/api/v1/events']);
  });

  for (const path of READS) {
    for (const accept of ['application/json', 'text/csv']) {
      it(`show nothing of each other at ${path} as ${accept}`, async () => {
        for (const side of SIDES) {
          const answer = await callers[side].get(path, { headers: { accept } });
          expect(answer.status).to.equal(200);
          const text = JSON.stringify(answer.body);
          expect(text, `${side} side`).not.to.include(`canary-of-${OTHER[side]}`);
          expect(text, `${side} side`).not.to.include(ids[OTHER[side]]);
          const says = text.includes('"mode":"test"') || /mode\\r\\n/.test(text);
          expect(says, `says on the ${side} side that it is a test`).to.equal(side === 'test');
        }
      });
    }
  }

  it('do not know the ids of each other', async () => {
    for (const side of SIDES) {
      for (const form of ['', '/report.pdf', '/photo']) {
        const { status } = await callers[side].get(`/api/v1/verifications/${ids[OTHER[side]]}${form}`);
        expect(status, `${side} ${form}`).to.equal(404);
      }
      expect((await callers[side].get(`/api/v1/verifications/${ids[side]}`)).status).to.equal(200);
    }
  });

  it('have wallets of their own', async () => {
    const [live, test] = await Promise.all(SIDES.map((side) => callers[side].get('/api/v1/wallet')));
    // Each without the other's single check.
    expect([live?.body.balance, test?.body.balance]).to.deep.equal([316, 9_995]);
  });
});
