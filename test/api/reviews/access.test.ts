import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { buildVerification } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { buildReview, REVIEWS, signInReviewer } from './desk.js';

const NOTE = 'Asked the provider by phone';

/** Every endpoint of the review desk, with a valid body. */
const ADDRESSES: readonly [method: string, path: string, body?: Record<string, unknown>][] = [
  ['GET', ''],
  ['POST', '/take-next'],
  ['POST', '/requeue', { request_ids: [':id'], note: NOTE }],
  ['GET', '/:id'],
  ['POST', '/:id/take'],
  ['POST', '/:id/give-back'],
  ['POST', '/:id/reveal-subject'],
  ['POST', '/:id/notes', { text: NOTE }],
  ['POST', '/:id/resolution', { decision: 'release', note: NOTE }],
  ['POST', '/:id/late-answer'],
];

describe('the review desk', () => {
  let api: TestApi;
  let support: TestClient;
  before(async () => {
    api = await startApi();
    support = (await signInReviewer(api)).client;
  });
  after(() => api.close());
  afterEach(() => expectInvariants(api.db));

  const call = (client: TestClient, [method, path, body]: (typeof ADDRESSES)[number], id: string) =>
    client.send(method, `${REVIEWS}${path.replace(':id', id)}`, {
      ...(body !== undefined && { json: JSON.parse(JSON.stringify(body).replace(':id', id)) }),
    });

  for (const address of ADDRESSES) {
    const name = `${address[0]} ${REVIEWS}${address[1]}`;
    it(`answers 401 to everybody but support: ${name}`, async () => {
      const { requestId } = await buildReview(api);
      const strangers = [
        api.client,
        await api.signIn(await api.createClientUser()),
        await api.signIn(await api.createStaff('admin')),
      ];
      for (const stranger of strangers) {
        const answer = await call(stranger, address, requestId);
        expect(answer.status).to.equal(401);
        expect(answer.body.status).to.equal('unauthorized');
      }
    });

    if (!JSON.stringify(address).includes(':id')) continue;
    it(`answers 404 to an id that names nothing: ${name}`, async () => {
      const answer = await call(support, address, toPublicId('verification', newId()));
      expect(answer.status).to.equal(404);
    });
  }

  it('has no page, note or subject of a verification that never was under review', async () => {
    const { clientId } = await api.createClientUser();
    const { requestId } = await buildVerification(api.db, { clientId, status: 'completed' });
    for (const [method, path, json] of [
      ['GET', '', undefined],
      ['POST', '/notes', { text: NOTE }],
      ['POST', '/reveal-subject', undefined],
    ] as const) {
      const answer = await support.send(method, `${REVIEWS}/${requestId}${path}`, { json });
      expect(answer.status, path).to.equal(404);
    }
  });

  for (const status of ['pending', 'completed'] as const) {
    it(`answers 409 to every decision on a verification that is ${status}`, async () => {
      const { clientId } = await api.createClientUser();
      const { requestId } = await buildVerification(api.db, { clientId, status });
      for (const address of ADDRESSES) {
        if (!/take$|give-back|resolution|late-answer|requeue/.test(address[1])) continue;
        const answer = await call(support, address, requestId);
        expect(answer.status, address[1]).to.equal(409);
        expect(answer.body.status).to.equal('conflict');
      }
    });
  }

  it('answers 404 to a malformed id', async () => {
    for (const id of ['ver_1', 'x', toPublicId('client', newId())]) {
      expect((await support.get(`${REVIEWS}/${id}`)).status).to.equal(404);
    }
  });
});
