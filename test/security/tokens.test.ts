import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { listenOnLoopback } from '../../harness/listen-on-loopback.js';
import { Keyring } from '../../shared/crypto/keyring.js';
import { forgeToken, type Json } from '../support/accounts/forge-token.js';
import { type Answer, TestClient } from '../support/http/client.js';
import { sendRaw } from '../support/http/raw-http.js';
import { startApi, type TestApi, testJwtSecrets } from '../support/processes/app.js';
import { expectSafe, UNUSABLE_TOKEN } from './support/safe-answer.js';
import { type Sample, TOKEN_ATTACKS } from './support/token-attacks.js';

describe('a forged token', function () {
  this.timeout(60_000);

  let api: TestApi;
  let listener: Server;
  let contacts = 0;
  let sample: Sample;
  before(async () => {
    api = await startApi();
    listener = createServer((socket) => {
      contacts += 1;
      socket.destroy();
    });
    const keyUrl = `http://127.0.0.1:${await listenOnLoopback(listener)}/keys`;
    const token = await api.login(await api.createClientUser());
    const decoded = jwt.decode(token, { complete: true });
    sample = { token, header: { ...decoded?.header }, claims: { ...(decoded?.payload as Json) }, keyUrl };
  });
  after(async () => {
    listener.close();
    await api.close();
  });

  const ways: readonly [way: string, send: (token: string) => Promise<Answer>][] = [
    ['the header', (forged) => api.client.withToken(forged).get('/api/v1/me')],
    ['the cookie', (forged) => new TestClient(api.url, { cookie: `session=${forged}` }).get('/api/v1/me')],
  ];
  for (const [way, send] of ways) {
    it(`is taken from ${way} when it is made exactly like ours, so that each refusal below has one cause`, async () => {
      const { token, header, claims } = sample;
      const byOldKey = forgeToken({ ...header, kid: 'old' }, claims, testJwtSecrets.find('old'));
      for (const good of [token, forgeToken(header, claims), byOldKey]) {
        expect((await send(good)).status).to.equal(200);
      }
    });

    for (const [what, make] of TOKEN_ATTACKS) {
      it(`with ${what} is refused in ${way}`, async () => {
        for (const forged of make(sample)) {
          const answer = await send(forged);
          expectSafe(what, answer);
          expect(answer.status, forged).to.equal(401);
          expect(answer.body.status).to.equal('unauthorized');
          expect(answer.headers.get('www-authenticate'), forged).to.match(UNUSABLE_TOKEN);
        }
      });
    }
  }

  it('with a kid of 64 kB does not get as far as being read', async () => {
    const forged = forgeToken({ ...sample.header, kid: 'x'.repeat(65_536) }, sample.claims);
    const head = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${forged}\r\n\r\n`;
    const answer = await sendRaw(api.url, head);
    expect(answer.status).to.equal(431);
  });

  it('signed with a key that was retired is refused, at once', async () => {
    const old = testJwtSecrets.find('old');
    const byOldKey = forgeToken({ ...sample.header, kid: 'old' }, sample.claims, old);
    const current = new Keyring([{ id: 'new', key: testJwtSecrets.current.key }]);
    const after = await startApi({ database: api.database, config: { jwtSecrets: current } });
    try {
      const client = new TestClient(after.url);
      expect((await client.withToken(byOldKey).get('/api/v1/me')).status).to.equal(401);
      expect((await client.withToken(sample.token).get('/api/v1/me')).status).to.equal(200);
    } finally {
      await after.close();
    }
  });

  it('is told apart from none, and from a scheme that is not ours', async () => {
    const challengeTo = async (headers: Record<string, string>): Promise<string | null> =>
      (await new TestClient(api.url, headers).get('/api/v1/me')).headers.get('www-authenticate');
    for (const none of [{}, { authorization: 'Basic dXNlcjpwYXNz' }, { cookie: 'theme=dark' }]) {
      expect(await challengeTo(none), JSON.stringify(none)).to.equal('Bearer');
    }
    for (const authorization of ['Bearer', 'Bearer a b', 'bearer x.y.z', 'Bearer "']) {
      expect(await challengeTo({ authorization }), authorization).to.match(UNUSABLE_TOKEN);
    }
  });

  it('has made the API ask nobody for a key', () => {
    expect(contacts).to.equal(0);
  });
});
