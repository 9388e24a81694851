import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { type BuiltVerification, buildVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { buildReview, REVIEWS, type Reviewer, signInReviewer, storeLateFinding } from './desk.js';

describe('the list of reviews', () => {
  let api: TestApi;
  let reviewer: Reviewer;
  let support: TestClient;
  beforeEach(async () => {
    api = await startApi();
    reviewer = await signInReviewer(api);
    support = reviewer.client;
  });
  afterEach(() => api.close());

  const idsOf = (body: { data: { request_id: string }[] }) => body.data.map(({ request_id }) => request_id);

  it('shows what a reviewer needs to choose a case, and no subject', async () => {
    const { clientId } = await api.createClientUser({ client: { name: 'Acme Vetting' } });
    const review = await buildReview(api, { clientId, createdAt: new Date(Date.now() - 3_600_000) });
    const { body } = await support.get(REVIEWS);
    const [item] = body.data;
    expect(item).to.deep.include({
      request_id: review.requestId,
      reason: 'no_answer',
      created_at: review.createdAt.toISOString(),
      credits_reserved: 5,
      client: { client_id: toPublicId('client', clientId), name: 'Acme Vetting' },
      service_code: 'said_verification',
      service_label: 'SA ID (Basic)',
      subject: '*********0071',
      reference: null,
      taken_by: null,
      taken_until: null,
      certainly_not_sent: false,
      late_answer: false,
    });
    expect(item.age_seconds).to.be.within(3_599, 3_700);
    expect(body.next_cursor).to.equal(null);
  });

  it('holds only what is under review, oldest first, page by page', async () => {
    const { clientId } = await api.createClientUser();
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const built: BuiltVerification[] = [];
    for (const minute of [3, 1, 2, 0])
      built.push(await buildReview(api, { clientId, createdAt: at(minute) }));
    await buildVerification(api.db, { clientId, status: 'completed' });
    await buildVerification(api.db, { clientId });
    const oldestFirst = [3, 1, 2, 0].map((index) => built[index]?.requestId);
    const first = await support.get(`${REVIEWS}?limit=3`);
    expect(idsOf(first.body)).to.deep.equal(oldestFirst.slice(0, 3));
    expect(first.headers.get('link')).to.contain('rel="next"');
    const second = await support.get(`${REVIEWS}?limit=3&cursor=${first.body.next_cursor}`);
    expect(idsOf(second.body)).to.deep.equal(oldestFirst.slice(3));
    expect(second.body.next_cursor).to.equal(null);
  });

  it('can be narrowed by reason, client, service, time and who works on it', async () => {
    const { clientId } = await api.createClientUser();
    const createdAt = new Date('2026-03-01T12:00:00.000Z');
    const lost = await buildReview(api, { clientId, createdAt });
    const unclear = await buildReview(api, { serviceCode: 'kyc_bundle', reviewReason: 'unclear_answer' });
    const unsent = await buildReview(api, { reviewReason: 'not_reached' });
    await api.db.query('UPDATE verifications SET reference = $2 WHERE id = $1', [unsent.id, 'Lease 17']);
    await support.post(`${REVIEWS}/${lost.requestId}/take`);
    const colleague = await signInReviewer(api);
    await colleague.client.post(`${REVIEWS}/${unclear.requestId}/take`);

    const queries: [string, string[]][] = [
      ['reason=not_reached', [unsent.requestId]],
      [`client_id=${toPublicId('client', clientId)}`, [lost.requestId]],
      [`client_id=${toPublicId('client', newId())}`, []],
      ['reference=Lease%2017', [unsent.requestId]],
      ['service_code=kyc_bundle', [unclear.requestId]],
      ['created_to=2026-03-01', [lost.requestId]],
      ['created_from=2026-03-02', [unclear.requestId, unsent.requestId]],
      ['taken=yes', [lost.requestId, unclear.requestId]],
      ['taken=mine', [lost.requestId]],
      ['taken=no', [unsent.requestId]],
      ['taken=yes&reason=unclear_answer', [unclear.requestId]],
    ];
    for (const [query, expected] of queries) {
      expect(idsOf((await support.get(`${REVIEWS}?${query}`)).body), query).to.have.members(expected);
    }
  });

  it('reports every fault of a query at once', async () => {
    const { clientId } = await api.createClientUser();
    const query = `reason=bad&client_id=${clientId}&service_code=x&created_from=y&taken=maybe&limit=0&cursor=z&who=1`;
    const answer = await support.get(`${REVIEWS}?${query}`);
    expect(answer.status).to.equal(422);
    expect(faultsOf(answer)).to.deep.equal({
      reason: 'invalid_choice',
      client_id: 'invalid_client_id',
      service_code: 'invalid_choice',
      created_from: 'invalid_moment',
      taken: 'invalid_choice',
      limit: 'invalid_number',
      cursor: 'invalid_cursor',
      who: 'unknown_field',
    });
  });

  it('tells which cases can be sent back without asking, and which have a late answer to apply', async () => {
    const unsent = await buildReview(api, { reviewReason: 'not_reached' });
    const late = await buildReview(api);
    await storeLateFinding(api, late);
    const { data } = (await support.get(REVIEWS)).body;
    const flags = Object.fromEntries(
      data.map((item: { request_id: string; certainly_not_sent: boolean; late_answer: boolean }) => [
        item.request_id,
        [item.certainly_not_sent, item.late_answer],
      ]),
    );
    expect(flags).to.deep.equal({ [unsent.requestId]: [true, false], [late.requestId]: [false, true] });
  });

  it('comes as a file too', async () => {
    await buildReview(api);
    await support.post(`${REVIEWS}/take-next`);
    const answer = await support.get(REVIEWS, { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=reviews.csv');
    expect(answer.body).to.match(
      /^request_id,.*,reference,taken_by_name,write_off_proposed\r\n.*,Rae Sample,false\r\n$/,
    );
    expect(answer.body).to.contain('*********0071').and.not.contain('0001010000071');
  });
});
