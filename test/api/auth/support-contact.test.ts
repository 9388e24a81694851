import { expect } from 'chai';
import { startApi } from '../../support/processes/app.js';

describe('the support contact', () => {
  it('is told to whoever is signed in, where the operator has set one', async () => {
    for (const supportContact of ['help@example.test', undefined]) {
      const api = await startApi({ config: { supportContact } });
      try {
        const caller = await api.signIn(await api.createClientUser());
        expect((await caller.get('/api/v1/me')).body.support_contact).to.equal(supportContact);
      } finally {
        await api.close();
      }
    }
  });
});
