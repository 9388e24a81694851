import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { forgeToken, type Json } from '../../support/accounts/forge-token.js';
import { startApi, type TestApi, testJwtSecrets } from '../../support/processes/app.js';

describe('access tokens', () => {
  let api: TestApi;
  let user: TestUser;
  let token: string;
  let header: Json;
  let claims: Json;
  before(async () => {
    api = await startApi();
    user = await api.createClientUser();
    token = await api.login(user);
    const decoded = jwt.decode(token, { complete: true });
    header = { ...decoded?.header };
    claims = { ...(decoded?.payload as Json) };
  });
  after(() => api.close());

  const present = (authorization: string) => api.client.get('/api/v1/me', { headers: { authorization } });

  it('carry issuer, audience, subject, times, id, key id and one scope', () => {
    expect(header).to.deep.equal({ alg: 'HS256', typ: 'at+jwt', kid: 'new' });
    expect(claims).to.have.all.keys([
      'iss',
      'aud',
      'sub',
      'exp',
      'iat',
      'jti',
      'scope',
      'client_id',
      'token_version',
    ]);
    expect(claims).to.include({ iss: 'verification-service', sub: user.publicId, scope: 'client' });
    expect(Number(claims.exp) - Number(claims.iat)).to.equal(3600);
  });

  it('are taken whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await present(`${scheme} ${token}`)).status, scheme).to.equal(200);
    }
  });

  it('are taken when signed with an older key that is still configured', async () => {
    const old = testJwtSecrets.find('old');
    const answer = await present(`Bearer ${forgeToken({ ...header, kid: 'old' }, claims, old)}`);
    expect(answer.status).to.equal(200);
  });

  it('are taken when made by hand exactly like ours, so that the refusals below have one cause each', async () => {
    expect((await present(`Bearer ${forgeToken(header, claims)}`)).status).to.equal(200);
  });

  for (const algorithm of ['HS384', 'HS512'] as const) {
    it(`are not taken under ${algorithm}, even with our own key`, async () => {
      const { current } = testJwtSecrets;
      const strange = jwt.sign(claims, current.key, { algorithm, header: { ...header, alg: algorithm } });
      expect((await present(`Bearer ${strange}`)).status).to.equal(401);
    });
  }

  it('say so when they have expired', async () => {
    const answer = await present(
      `Bearer ${forgeToken(header, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 })}`,
    );
    expect(answer.body.message).to.include('expired');
  });

  for (const authorization of ['', 'Bearer', 'Basic dXNlcjpwYXNz', 'Token x', 'Bearer a b']) {
    it(`are not found in the header "${authorization}"`, async () => {
      expect((await present(authorization)).status).to.equal(401);
    });
  }

  it('are not taken from the query or the body', async () => {
    expect((await api.client.get(`/api/v1/me?access_token=${token}`)).status).to.equal(401);
    expect((await api.client.post('/api/v1/logout', { access_token: token })).status).to.equal(401);
  });

  it('of staff open no client address, and the other way round stays closed too', async () => {
    const support = await api.signIn(await api.createStaff('support'));
    expect((await support.get('/api/v1/me')).body).to.include({
      role: 'support',
      scope: 'support',
      client: null,
    });
    const answer = await support.get('/api/v1/wallet');
    expect(answer.status).to.equal(401);
    expect(answer.body.message).to.include('scope client');
  });
});
