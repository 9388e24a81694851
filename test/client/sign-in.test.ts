import { expect } from 'chai';
import { ApiError, completeSignIn, signIn, VerificationClient } from '../../client/src/index.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { answer, scriptApi } from './parts.js';

describe('signing in with the client package', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('gives a token that a client works with, and throws what the API says of a wrong password', async () => {
    const { email, password } = await api.createClientUser();
    const options = { baseUrl: api.url };
    const signedIn = await signIn({ email, password }, options);
    if (signedIn.status !== 'signed_in') throw new Error(signedIn.status);
    expect(signedIn).to.include({ expiresInSeconds: 3600, mustChangePassword: false });
    const client = new VerificationClient({ ...options, token: signedIn.accessToken });
    expect((await client.me()).email).to.equal(email);

    const refused = await signIn({ email, password: 'not the password' }, options).catch((error) => error);
    expect(refused).to.be.instanceOf(ApiError);
    expect(refused).to.include({ status: 'unauthorized', docUrl: '/docs/errors/unauthorized' });
  });

  it('says that a second factor is asked for, and goes on with one, without a token', async () => {
    const challenge = {
      status: 'second_factor_required',
      challenge: 'c',
      methods: ['totp'],
      expires_in: 300,
    };
    const scripted = await scriptApi([
      answer(200, challenge),
      answer(200, { access_token: 't', token_type: 'Bearer', expires_in: 3600, scope: 'client' }),
    ]);
    try {
      const options = { baseUrl: scripted.baseUrl };
      const first = await signIn({ email: 'a@example.test', password: 'p' }, options);
      expect(first).to.deep.equal({
        status: 'second_factor_required',
        challenge: 'c',
        methods: ['totp'],
        expiresInSeconds: 300,
      });
      const second = await completeSignIn('c', { totp: '123456' }, options);
      expect(second).to.include({ status: 'signed_in', accessToken: 't' });
      expect(scripted.seen.map(({ path, body }) => [path, body])).to.deep.equal([
        ['/api/v1/login', { email: 'a@example.test', password: 'p' }],
        ['/api/v1/login/second-factor', { challenge: 'c', totp: '123456' }],
      ]);
      expect(scripted.seen.map(({ headers }) => headers.authorization)).to.deep.equal([undefined, undefined]);
    } finally {
      await scripted.close();
    }
  });
});
