import { expect } from 'chai';
import { countBy } from '../../harness/count-by.js';
import { submit } from '../support/checks/submit.js';
import { type Service, startService } from '../support/processes/service.js';

describe('requests for the last credits at the same instant', function () {
  this.timeout(30_000);

  let service: Service;
  before(async () => {
    service = await startService({ apis: 2 });
  });
  after(() => service.stop());

  it('are accepted as far as the credits reach, and refused beyond with what is left', async () => {
    // Said verification costs 5: there is enough for 20 of 60.
    const client = await service.seedClient({ credits: 104 });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_item, index) => {
        const api = service.apis[index % 2] ?? service.api;
        return submit(api.client, client.token);
      }),
    );
    expect(countBy(answers, ({ status }) => status)).to.deep.equal({ 201: 20, 402: 40 });
    for (const { body } of answers.filter(({ status }) => status === 402)) {
      expect(body).to.include({ status: 'insufficient_credits', credits_required: 5 });
      expect(body.credits_available).to.be.lessThan(5).and.at.least(0);
    }
    const wallet = await service.api.client.withToken(client.token).get('/api/v1/wallet');
    expect(wallet.body).to.include({ balance: 4, reserved: 0, available: 4 });
    await service.expectSound();
  });
});
