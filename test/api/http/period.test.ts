import { expect } from 'chai';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('a period that ends before it starts', function () {
  this.timeout(60_000);
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const signIn = {
    owner: async () => api.signIn(await api.createClientUser()),
    support: async () => api.signIn(await api.createStaff('support')),
    admin: async () => api.signIn(await api.createStaff('admin')),
  };
  const lists: [path: string, by: keyof typeof signIn][] = [
    ['/api/v1/verifications', 'owner'],
    ['/api/v1/wallet/entries', 'owner'],
    ['/api/v1/access-log', 'owner'],
    ['/api/v1/support/reviews', 'support'],
    ['/api/v1/support/decisions', 'support'],
    ['/api/v1/admin/audit-log', 'admin'],
  ];
  for (const [path, by] of lists) {
    it(`is a fault of ${path} and of its file, and one of a single moment is none`, async () => {
      const caller = await signIn[by]();
      for (const accept of ['application/json', 'text/csv']) {
        const ask = (period: string) => caller.get(`${path}?${period}`, { headers: { accept } });
        const answer = await ask('created_from=2026-09-02&created_to=2026-09-01T23:59:59.999Z');
        expect(answer.status).to.equal(422);
        expect(faultsOf(answer)).to.deep.equal({ created_to: 'invalid_period' });
        expect((await ask('created_from=2026-09-02&created_to=2026-09-02')).status).to.equal(200);
      }
    });
  }
});
