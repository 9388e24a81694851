import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { BuiltVerification } from '../../support/database/factories.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { buildReview, REVIEWS, type Reviewer, signInReviewer } from './desk.js';

const DECISIONS = '/api/v1/support/decisions';

describe('the list of decisions', () => {
  let api: TestApi;
  let reviewer: Reviewer;
  beforeEach(async () => {
    api = await startApi();
    reviewer = await signInReviewer(api);
  });
  afterEach(() => api.close());

  const idsOf = (body: { data: { request_id: string }[] }) => body.data.map(({ request_id }) => request_id);

  async function decide(by: Reviewer, { requestId }: BuiltVerification): Promise<void> {
    const body = { decision: 'complete', outcome: 'positive', label: 'Confirmed', note: 'By phone' };
    expect((await by.client.post(`${REVIEWS}/${requestId}/resolution`, body)).status).to.equal(200);
  }

  it('shows what was decided, by whom, and what became of it, and neither notes nor open cases', async () => {
    const { clientId } = await api.createClientUser({ client: { name: 'Acme Vetting' } });
    const review = await buildReview(api, { clientId });
    const open = await buildReview(api, { clientId });
    await reviewer.client.post(`${REVIEWS}/${open.requestId}/notes`, { text: 'Asked the provider' });
    await decide(reviewer, review);
    const { body } = await reviewer.client.get(DECISIONS);
    expect(body.data).to.have.length(1);
    expect(body.data[0]).to.deep.include({
      request_id: review.requestId,
      decision: 'complete',
      decided_by: { user_id: reviewer.publicId, email: reviewer.email, name: reviewer.name },
      client: { client_id: toPublicId('client', clientId), name: 'Acme Vetting' },
      service_label: 'SA ID (Basic)',
      subject: '*********0071',
      reference: null,
      status: 'completed',
      outcome: 'positive',
    });
    expect(Date.parse(body.data[0].decided_at)).to.be.closeTo(Date.now(), 60_000);
  });

  it('is ordered by when it was decided, newest first, page by page', async () => {
    const built = [await buildReview(api), await buildReview(api), await buildReview(api)];
    for (const review of built) await decide(reviewer, review);
    const newestFirst = built.map(({ requestId }) => requestId).reverse();
    const first = await reviewer.client.get(`${DECISIONS}?limit=2`);
    expect(idsOf(first.body)).to.deep.equal(newestFirst.slice(0, 2));
    const second = await reviewer.client.get(`${DECISIONS}?limit=2&cursor=${first.body.next_cursor}`);
    expect(idsOf(second.body)).to.deep.equal(newestFirst.slice(2));
    expect(second.body.next_cursor).to.equal(null);
  });

  it('can be narrowed by person, client, reference and time', async () => {
    const colleague = await signInReviewer(api);
    const { clientId } = await api.createClientUser();
    const mine = await buildReview(api, { clientId });
    const theirs = await buildReview(api);
    await api.db.query('UPDATE verifications SET reference = $2 WHERE id = $1', [theirs.id, 'Lease 17']);
    await decide(reviewer, mine);
    await decide(colleague, theirs);
    const queries: [string, string[]][] = [
      ['by=me', [mine.requestId]],
      [`client_id=${toPublicId('client', clientId)}`, [mine.requestId]],
      [`client_id=${toPublicId('client', newId())}`, []],
      ['reference=Lease%2017', [theirs.requestId]],
      ['created_to=2026-01-01', []],
      ['created_from=2026-01-01', [theirs.requestId, mine.requestId]],
    ];
    for (const [query, expected] of queries) {
      expect(idsOf((await reviewer.client.get(`${DECISIONS}?${query}`)).body), query).to.deep.equal(expected);
    }
    const bad = await reviewer.client.get(`${DECISIONS}?by=you&client_id=x&reference=&who=1`);
    expect(faultsOf(bad)).to.deep.equal({
      by: 'invalid_choice',
      client_id: 'invalid_client_id',
      reference: 'invalid_reference',
      who: 'unknown_field',
    });
  });

  it('comes as a file too', async () => {
    await decide(reviewer, await buildReview(api));
    const answer = await reviewer.client.get(DECISIONS, { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=decisions.csv');
    expect(answer.body).to.contain('*********0071').and.not.contain('0001010000071');
    expect(answer.body).to.match(/^request_id,.*,decided_by_name\r\n.*,Rae Sample\r\n$/);
  });
});
