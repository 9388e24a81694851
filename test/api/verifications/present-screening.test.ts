import { expect } from 'chai';
import { loadVerifications } from '../../../api/verifications/load-verification.js';
import { presentVerification } from '../../../api/verifications/present-verification.js';
import { buildVerification } from '../../support/database/factories.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

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

  it('counts the hits in the answer to a submission too', async () => {
    const { id } = await buildVerification(api.db, {
      clientId: caller.clientId,
      serviceCode: 'aml_screening',
      subject: 'Test Subject Two',
      status: 'completed',
      checks: [{ details: { hits: [{ name: 'Hit Example' }] } }],
    });
    const [row] = await loadVerifications(api.db, [{ clientId: caller.clientId, id }]);
    if (row === undefined) throw new Error('It is not there');
    expect(presentVerification(row, testKeys.encryptionKeys).result).to.include({ hits: 1 });
  });

  it('alone says so', async () => {
    const body = await reportOf({ serviceCode: 'said_verification', status: 'completed' });
    expect(body).not.to.have.property('screened');
    expect(body.result).not.to.have.property('hits');
  });
});
