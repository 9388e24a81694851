import { createHmac, createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import type { TestUser } from '../../support/api-accounts.js';
import { startApi, type TestApi, testJwtSecrets } from '../../support/app.js';

type Json = Record<string, unknown>;

const signingKey = testJwtSecrets.current.key;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header and claims, signed by hand: libraries refuse to make most of these. */
function forge(header: Json, claims: Json, key: KeyObject = signingKey): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}

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
    const answer = await present(`Bearer ${forge({ ...header, kid: 'old' }, claims, old)}`);
    expect(answer.status).to.equal(200);
  });

  it('are taken when made by hand exactly like ours, so that the refusals below have one cause each', async () => {
    expect((await present(`Bearer ${forge(header, claims)}`)).status).to.equal(200);
  });

  const now = Math.floor(Date.now() / 1000);
  const foreignKey = createSecretKey(Buffer.alloc(32, 9));
  const attacks: [string, () => string][] = [
    ['no signature and alg none', () => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`],
    ['alg None', () => `${encode({ ...header, alg: 'None' })}.${encode(claims)}.`],
    ['alg none with a valid signature', () => forge({ ...header, alg: 'none' }, claims)],
    ['alg HS512', () => jwt.sign(claims, signingKey, { algorithm: 'HS512', keyid: 'new' })],
    ['no alg', () => forge({ typ: 'at+jwt', kid: 'new' }, claims)],
    ['the signature cut off', () => token.slice(0, token.lastIndexOf('.') + 1)],
    ['a flipped bit in the signature', () => flip(token, token.lastIndexOf('.') + 5)],
    ['a flipped bit in the claims', () => flip(token, token.indexOf('.') + 10)],
    ['a foreign key', () => forge(header, claims, foreignKey)],
    ['no kid', () => forge({ alg: 'HS256', typ: 'at+jwt' }, claims)],
    ['an unknown kid', () => forge({ ...header, kid: 'other' }, claims)],
    ['the kid of another key', () => forge({ ...header, kid: 'old' }, claims)],
    [
      'a kid that is a path',
      () => forge({ ...header, kid: '../../dev/null' }, claims, createSecretKey(Buffer.alloc(1))),
    ],
    ['a kid that is SQL', () => forge({ ...header, kid: "' OR '1'='1" }, claims)],
    ['a kid that is a list', () => forge({ ...header, kid: ['new'] }, claims)],
    ['a kid that every object has', () => forge({ ...header, kid: 'constructor' }, claims)],
    ['a jku', () => forge({ ...header, jku: 'http://127.0.0.1:9/keys' }, claims)],
    ['a jwk', () => forge({ ...header, jwk: foreignKey.export({ format: 'jwk' }) }, claims, foreignKey)],
    ['a crit that nobody understands', () => forge({ ...header, crit: ['x'], x: 1 }, claims)],
    ['another typ', () => forge({ ...header, typ: 'JWT' }, claims)],
    ['another issuer', () => forge(header, { ...claims, iss: 'somebody' })],
    ['another audience', () => forge(header, { ...claims, aud: 'somebody' })],
    ['no exp', () => forge(header, without('exp'))],
    ['an exp in the past', () => forge(header, { ...claims, exp: now - 1 })],
    ['an exp that is a string', () => forge(header, { ...claims, exp: String(now + 600) })],
    ['an exp that is no number of ours', () => forge(header, { ...claims, exp: 1e300 })],
    ['an nbf in the future', () => forge(header, { ...claims, nbf: now + 600 })],
    ['no iat', () => forge(header, without('iat'))],
    ['no jti', () => forge(header, without('jti'))],
    ['a jti that is no UUID', () => forge(header, { ...claims, jti: 'x' })],
    ['no sub', () => forge(header, without('sub'))],
    ['a sub of another kind', () => forge(header, { ...claims, sub: claims.client_id })],
    ['a sub that nobody has', () => forge(header, { ...claims, sub: 'usr_01h2xcejqtf2nbrexx3vqjhp41' })],
    ['a scope that the role does not have', () => forge(header, { ...claims, scope: 'admin' })],
    ['no scope', () => forge(header, without('scope'))],
    ['an older token version', () => forge(header, { ...claims, token_version: -1 })],
    ['a token version as text', () => forge(header, { ...claims, token_version: '0' })],
    ['claims that are a list', () => forge(header, [] as unknown as Json)],
    ['claims that are no JSON', () => `${encode(header)}.bm90IGpzb24.x`],
    ['a header that is null', () => `${encode(null)}.${encode(claims)}.x`],
    ['text that is no token', () => randomUUID()],
    ['six kilobytes of nothing', () => 'a'.repeat(6_000)],
  ];
  for (const [what, make] of attacks) {
    it(`are refused with ${what}`, async () => {
      const answer = await present(`Bearer ${make()}`);
      expect(answer.status).to.equal(401);
      expect(answer.body.status).to.equal('unauthorized');
      expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
    });
  }

  it('say so when they have expired', async () => {
    const answer = await present(`Bearer ${forge(header, { ...claims, exp: now - 1 })}`);
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

  const without = (name: string): Json => {
    const { [name]: _left, ...rest } = claims;
    return rest;
  };

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

/** Another base64url character that differs in a bit that counts. */
function flip(token: string, index: number): string {
  const letter = token[index] === 'A' ? 'Q' : 'A';
  return token.slice(0, index) + letter + token.slice(index + 1);
}
