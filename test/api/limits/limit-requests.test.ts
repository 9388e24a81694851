import { expect } from 'chai';
import type { NextFunction, Request, Response } from 'express';
import type { ApiError } from '../../../api/errors/catalogue.js';
import { limitRequests } from '../../../api/limits/limit-requests.js';
import { startApi, type TestApi } from '../../support/app.js';

describe('the limit of all requests of a client', () => {
  let api: TestApi;
  before(async () => {
    // Twenty requests for each submission.
    api = await startApi({ config: { clientRequestsPerMinute: 2 } });
  });
  after(() => api.close());

  it('refuses what comes after it, whatever is asked for and by whichever of its people and keys', async () => {
    const user = await api.createClientUser({ credits: 100 });
    const person = await api.signIn(user);
    // The first of them.
    const { body } = await person.post('/api/v1/api-keys', { name: 'reader', scopes: ['read', 'wallet'] });
    const machine = api.client.withToken(body.api_key);
    const paths = ['/api/v1/wallet', '/api/v1/verifications'];
    const ask = (count: number) => (count % 2 === 0 ? person : machine).get(paths[count % 2] ?? '');
    for (let count = 0; count < 39; count += 1) expect((await ask(count)).status).to.equal(200);
    const refused = await person.get('/api/v1/me');
    expect([refused.status, refused.body.status]).to.deep.equal([429, 'rate_limited']);
    expect(refused.headers.get('ratelimit-policy')).to.equal('"all-requests";q=40;w=60');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);

    const preflight = { service_code: 'said_verification', subject: '0001010000071' };
    const consents = { purpose: 'Synthetic', authority_confirmed: true, charge_approved: true };
    const submitted = await person.post('/api/v1/verifications/preflight', { ...preflight, ...consents });
    expect(submitted.status, 'submissions have a quota of their own').to.equal(200);
    const other = await api.signIn(await api.createClientUser());
    expect((await other.get('/api/v1/wallet')).status, 'another client').to.equal(200);
  });

  it('begins anew after a minute, and does not limit staff', () => {
    let now = 0;
    const policy = limitRequests({ clientRequestsPerMinute: 1 }, () => now);
    const ask = (liveClientId: string | null): unknown => {
      const res = { locals: { context: { identity: { liveClientId } } } } as unknown as Response;
      try {
        policy({} as Request, res, (() => undefined) as NextFunction);
        return 'served';
      } catch (error) {
        return (error as ApiError).headers?.['Retry-After'];
      }
    };
    const askOften = (client: string | null) => Array.from({ length: 21 }, () => ask(client)).at(-1);
    expect(askOften('one')).to.equal('60');
    now = 59_500;
    expect(ask('one')).to.equal('1');
    expect(ask('two')).to.equal('served');
    now = 60_000;
    expect(ask('one')).to.equal('served');
    expect(askOften(null)).to.equal('served');
  });
});
