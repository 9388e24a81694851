import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { requestBody } from '../../support/checks/submit.js';
import { expectError } from '../../support/http/shapes.js';
import { type CuttableApi, startCuttableApi } from '../../support/processes/cuttable-api.js';

describe('a submission whose commit was sent when PostgreSQL went away', () => {
  let cuttable: CuttableApi;
  before(async () => {
    cuttable = await startCuttableApi();
  });
  after(() => cuttable.close());

  it('may be stored, as the 503 says, and is the same one when it is sent again', async () => {
    const { api, link } = cuttable;
    const caller = await api.signIn(await api.createClientUser());
    const body = { ...requestBody(), idempotency_key: 'once' };
    link.cutNext('after', 'INSERT INTO');
    const answering = caller.post('/api/v1/verifications', body);
    await waitFor(() => link.cuts() === 1, { describe: 'the answer of the commit was lost' });
    link.sever();
    const answer = await answering;
    expectError(answer, { httpStatus: 503, status: 'service_unavailable', more: ['stored'] });
    expect(answer.body.stored).to.equal('unknown');
    expect(answer.body.message).to.match(/same idempotency key, never with a new one/);
    expect(answer.body.message).not.to.match(/stored nothing/);
    expect(answer.headers.get('retry-after')).to.equal('5');

    link.restore();
    const again = await caller.post('/api/v1/verifications', body);
    expect(again.status).to.equal(200);
    expect(again.body.idempotent_replay).to.equal(true);
  });

  it('is certainly not stored when PostgreSQL was away from the start, and a read says nothing of storing', async () => {
    const { api, link } = cuttable;
    const caller = await api.signIn(await api.createClientUser());
    link.sever();
    try {
      const write = await caller.post('/api/v1/verifications', {
        ...requestBody(),
        idempotency_key: 'twice',
      });
      expect(write.body).to.include({ status: 'service_unavailable', stored: 'no' });
      expect(write.body.message).to.match(/nothing was stored/);
      const read = await caller.get('/api/v1/wallet');
      expect(read.body).to.include({ status: 'service_unavailable', stored: 'no' });
      expect(read.body.message).not.to.match(/stor|key/);
    } finally {
      link.restore();
    }
  });
});
