import { expect } from 'chai';
import { auditOf } from '../../support/evidence/audit-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { buildReview, REVIEWS, signInReviewer } from './desk.js';

describe('taking a case', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startApi();
  });
  afterEach(() => api.close());

  it('gives two reviewers who ask at once different cases', async () => {
    const built = [await buildReview(api), await buildReview(api)];
    const reviewers = [await signInReviewer(api), await signInReviewer(api)];
    const answers = await Promise.all(reviewers.map(({ client }) => client.post(`${REVIEWS}/take-next`)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(answers.map(({ body }) => body.request_id)).to.have.members(
      built.map(({ requestId }) => requestId),
    );
    for (const [index, { body }] of answers.entries()) {
      expect(body.taken_by).to.deep.equal({
        user_id: reviewers[index]?.publicId,
        email: reviewers[index]?.email,
        name: reviewers[index]?.name,
      });
      expect(new Date(body.taken_until).getTime() - Date.now()).to.be.within(590_000, 601_000);
    }
  });

  it('gives nothing when nothing is free', async () => {
    const { requestId } = await buildReview(api);
    const [first, second] = [await signInReviewer(api), await signInReviewer(api)];
    expect((await first.client.post(`${REVIEWS}/${requestId}/take`)).status).to.equal(200);
    const answer = await second.client.post(`${REVIEWS}/take-next`);
    expect(answer.status).to.equal(204);
    expect(answer.body).to.equal('');
  });

  it('keeps a case from colleagues until it is given back', async () => {
    const { requestId } = await buildReview(api);
    const [holder, colleague] = [await signInReviewer(api), await signInReviewer(api)];
    const path = `${REVIEWS}/${requestId}`;
    await holder.client.post(`${path}/take`);
    for (const act of ['take', 'give-back']) {
      const refused = await colleague.client.post(`${path}/${act}`);
      expect(refused.status).to.equal(409);
      expect(refused.body.request_id).to.equal(requestId);
    }
    const given = await holder.client.post(`${path}/give-back`);
    expect(given.status).to.equal(200);
    expect(given.body.taken_by).to.equal(null);
    expect((await colleague.client.post(`${path}/take`)).status).to.equal(200);
    const acts = await auditOf(api.db, requestId);
    expect(acts.map(({ actor, action }) => [actor, action])).to.deep.equal([
      [holder.publicId, 'review.taken'],
      [holder.publicId, 'review.given_back'],
      [colleague.publicId, 'review.taken'],
    ]);
  });

  it('takes no fields', async () => {
    const { client } = await signInReviewer(api);
    expect((await client.post(`${REVIEWS}/take-next`, { reason: 'no_answer' })).status).to.equal(422);
  });
});
