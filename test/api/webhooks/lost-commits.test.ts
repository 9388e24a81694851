import { expect } from 'chai';
import { auditOf } from '../../support/evidence/audit-of.js';
import { startCuttableApi } from '../../support/processes/cuttable-api.js';

describe('A delivery that is requested again, if PostgreSQL is lost at the commit', () => {
  for (const moment of ['before', 'after'] as const) {
    it(`is requested once, and recorded once: ${moment} it was done`, async () => {
      const { api, link, close } = await startCuttableApi();
      try {
        const owner = await api.signIn(await api.createClientUser());
        const events = ['verification.completed'];
        const created = await owner.post('/api/v1/webhooks', {
          url: 'https://client.example.test/hooks',
          events,
        });
        const address = `/api/v1/webhooks/${created.body.webhook_id}`;
        const { delivery_id: id } = (await owner.post(`${address}/test`)).body;
        link.cutNext(moment);
        const answer = await owner.post(`${address}/deliveries/${id}/redeliver`);
        expect(link.cuts()).to.equal(1);
        expect([answer.status, answer.body.status]).to.deep.equal([202, 'pending']);
        const acts = (await auditOf(api.db, created.body.webhook_id)).map(({ action }) => action);
        expect(acts).to.deep.equal(['webhook.created', 'webhook.tested', 'webhook.redelivery_requested']);
      } finally {
        await close();
      }
    });
  }
});
