import { expect } from 'chai';
import { buildVerification, type VerificationOverrides } from '../../../support/database/factories.js';
import { type Caller, signInClient } from '../../../support/http/caller.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0xff, 0xd9]);

describe('GET /api/v1/verifications/:id/photo', () => {
  let api: TestApi;
  let caller: Caller;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
  });
  after(() => api.close());

  const read = async (overrides: Omit<VerificationOverrides, 'clientId'>, query = '') => {
    const { requestId } = await buildVerification(api.db, { clientId: caller.clientId, ...overrides });
    return caller.get(`/api/v1/verifications/${requestId}/photo${query}`);
  };
  const withPhoto = {
    serviceCode: 'identity_check',
    status: 'completed',
    checks: [{ photo: PHOTO }],
  } as const;

  it('gives the bytes of the photograph, to be kept by nobody', async () => {
    const { requestId } = await buildVerification(api.db, { clientId: caller.clientId, ...withPhoto });
    const answer = await fetch(`${api.url}/api/v1/verifications/${requestId}/photo`, {
      headers: { authorization: `Bearer ${caller.token}` },
    });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('image/jpeg');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(Buffer.from(await answer.arrayBuffer())).to.deep.equal(PHOTO);
  });

  const without: [string, Omit<VerificationOverrides, 'clientId'>][] = [
    ['an identity check without one', { serviceCode: 'identity_check', status: 'completed' }],
    ['a pending identity check', { serviceCode: 'identity_check' }],
    [
      'another service, even if a photograph was stored with it',
      { serviceCode: 'said_verification', status: 'completed', checks: [{ photo: PHOTO }] },
    ],
  ];
  for (const [name, overrides] of without) {
    it(`is 404 for ${name}`, async () => {
      const { requestId } = await buildVerification(api.db, { clientId: caller.clientId, ...overrides });
      const answer = await caller.get(`/api/v1/verifications/${requestId}/photo`);
      expect(answer.status).to.equal(404);
      expect(answer.body.request_id, 'the error names the verification').to.equal(requestId);
    });
  }

  it('is 404 for another client, as if there were no such verification', async () => {
    const { requestId } = await buildVerification(api.db, { clientId: caller.clientId, ...withPhoto });
    const answer = await (await signInClient(api)).get(`/api/v1/verifications/${requestId}/photo`);
    expect(answer.status).to.equal(404);
    expect(answer.body).to.not.have.property('request_id');
  });

  it('refuses query parameters', async () => {
    expect((await read(withPhoto, '?size=small')).status).to.equal(422);
  });
});
