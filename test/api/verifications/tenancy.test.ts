import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { type BuiltVerification, buildVerification } from '../../support/database/factories.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

describe('reading what belongs to another client', () => {
  let api: TestApi;
  let owner: Caller;
  let stranger: Caller;
  let foreign: BuiltVerification;

  before(async () => {
    api = await startApi();
    owner = await signInClient(api);
    stranger = await signInClient(api);
    foreign = await buildVerification(api.db, {
      clientId: owner.clientId,
      serviceCode: 'identity_check',
      subject: '0001010003075',
      idempotencyKey: 'owned',
      status: 'completed',
      checks: [{ photo: PHOTO }],
    });
  });
  after(() => api.close());

  const byId = ['', '/photo'];
  for (const suffix of byId) {
    it(`answers /:id${suffix} as if the id did not exist`, async () => {
      const headers = { 'X-Correlation-Id': 'same' };
      const address = (id: string) => `/api/v1/verifications/${id}${suffix}`;
      const own = await owner.get(address(foreign.requestId), headers);
      expect(own.status, 'the owner sees it').to.equal(200);
      const answers = await Promise.all([
        stranger.get(address(foreign.requestId), headers),
        stranger.get(address(toPublicId('verification', newId())), headers),
        stranger.get(address(foreign.requestId), { ...headers, 'If-None-Match': '*' }),
        stranger.get(address(foreign.requestId), { ...headers, Prefer: 'wait=30' }),
      ]);
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404]);
      expect(
        new Set(answers.map(({ body }) => JSON.stringify(body))).size,
        'all bodies are the same',
      ).to.equal(1);
    });
  }

  it('finds nothing of it in lists, whatever is searched for', async () => {
    const searches = [
      '/api/v1/verifications',
      '/api/v1/verifications?idempotency_key=owned',
      '/api/v1/verifications?subject=0001010003075',
      '/api/v1/wallet/entries',
      '/api/v1/wallet/entries?kind=reserve',
      `/api/v1/wallet/entries?request_id=${foreign.requestId}`,
    ];
    for (const search of searches) {
      const own = (await owner.get(search)).body.data;
      expect(own, `${search} of the owner`).to.not.be.empty;
      const { data } = (await stranger.get(search)).body;
      const texts = (items: object[]) => items.map((item) => JSON.stringify(item));
      expect(texts(data), search).to.not.include.oneOf(texts(own));
    }
  });

  it('refuses the cursor of another client, in every list', async () => {
    await buildVerification(api.db, { clientId: owner.clientId });
    for (const list of ['/api/v1/verifications', '/api/v1/wallet/entries']) {
      const { next_cursor } = (await owner.get(`${list}?limit=1`)).body;
      expect(next_cursor, 'there is a second page').to.be.a('string');
      const answer = await stranger.get(`${list}?cursor=${next_cursor}`);
      expect(answer.status).to.equal(422);
      expect(answer.body.errors[0]).to.include({ field: 'cursor', code: 'invalid_cursor' });
    }
  });

  it('ignores headers that name another client', async () => {
    const answer = await stranger.get('/api/v1/wallet', { 'X-Client-Id': owner.clientId });
    expect(answer.body.reserved).to.equal(0);
  });

  const addresses = [
    '/api/v1/verifications',
    '/api/v1/verifications/ver_00000000000000000000000000',
    '/api/v1/verifications/ver_00000000000000000000000000/photo',
    '/api/v1/wallet',
    '/api/v1/wallet/entries',
  ];
  for (const address of addresses) {
    it(`demands a token of the scope client for ${address}`, async () => {
      expect((await api.client.get(address)).status).to.equal(401);
      for (const role of ['support', 'admin'] as const) {
        const staff = await api.signIn(await api.createStaff(role));
        expect((await staff.get(address)).status, role).to.equal(401);
      }
    });
  }

  const malformed = [
    'ver_',
    'VER_00000000000000000000000000',
    'ver_00000000000000000000000000.',
    'ver_8zzzzzzzzzzzzzzzzzzzzzzzzz',
    'ver_77777777777777777777777777',
    'usr_00000000000000000000000000',
    '01a1f944-7c41-711d-be83-32323db8b645',
    '%00',
    '..%2f..%2f',
    '%F0%9F%98%80',
    '1',
    'x'.repeat(8_000),
  ];
  for (const id of malformed) {
    it(`answers the malformed id ${id.slice(0, 40)} with 404`, async () => {
      for (const suffix of byId) {
        const answer = await owner.get(`/api/v1/verifications/${id}${suffix}`);
        expect(answer.status).to.equal(404);
        expect(answer.body.status).to.equal('not_found');
      }
    });
  }
});
