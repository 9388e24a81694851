import { expect } from 'chai';
import { startApi, type TestApi } from '../../support/app.js';
import { type Caller, signInClient } from '../../support/caller.js';
import { buildVerification } from '../../support/factories.js';

describe('the report of a screening', () => {
  let api: TestApi;
  let caller: Caller;
  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
  });
  after(() => api.close());

  const reportOf = async (plan: Omit<Parameters<typeof buildVerification>[1], 'clientId'>) => {
    const { requestId } = await buildVerification(api.db, { ...plan, clientId: caller.clientId });
    return (await caller.get(`/api/v1/verifications/${requestId}`)).body;
  };

  it('says how many hits there are and what was screened', async () => {
    const body = await reportOf({
      serviceCode: 'aml_screening',
      subject: 'Test Subject One',
      status: 'completed',
      checks: [{ details: { hits: [{ name: 'Hit Example' }, { name: 'Hit Sample' }] } }],
    });
    expect(body.result).to.include({ hits: 2 });
    expect(body.screened).to.deep.equal({
      name: '************ One',
      entity: 'person',
      country: 'ZA',
      dataset: 'all',
    });
  });

  it('alone says so', async () => {
    const body = await reportOf({ serviceCode: 'said_verification', status: 'completed' });
    expect(body).not.to.have.property('screened');
    expect(body.result).not.to.have.property('hits');
  });
});
