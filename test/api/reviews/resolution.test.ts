import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { WireCheck } from '../../../shared/wire/report.js';
import { readCalls, readEntryKinds, readVerification, readWallet } from '../../support/checks/read-state.js';
import type { VerificationOverrides } from '../../support/database/factories/verification-plan.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { buildReview, REVIEWS, type Reviewer, signInReviewer, storeLateFinding } from './desk.js';

const NOTE = 'The provider confirmed it by phone';
const COMPLETE = { decision: 'complete', outcome: 'positive', label: 'Identity confirmed', note: NOTE };
const RELEASE = { decision: 'release', note: NOTE };
const REQUEUE = { decision: 'requeue', note: NOTE };

describe('resolving a review', () => {
  let api: TestApi;
  let reviewer: Reviewer;
  before(async () => {
    api = await startApi();
    reviewer = await signInReviewer(api);
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
  });
  after(() => api.close());
  afterEach(() => expectInvariants(api.db));

  const resolve = (requestId: string, body: object, by = reviewer) =>
    by.client.post(`${REVIEWS}/${requestId}/resolution`, body);

  /** A review, and its client signed in. */
  async function open(overrides: Partial<VerificationOverrides> = {}) {
    const user = await api.createClientUser();
    const built = await buildReview(api, { ...overrides, clientId: user.clientId });
    return { built, client: await api.signIn(user) };
  }

  it('completes it with the outcome and label given, and charges it', async () => {
    const { built, client } = await open();
    const answer = await resolve(built.requestId, COMPLETE);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.include({
      request_id: built.requestId,
      status: 'completed',
      credits_reserved: 0,
      credits_charged: 5,
      result: { label: 'Identity confirmed', outcome: 'positive', provider_reference: null },
    });
    const report = await client.get(`/api/v1/verifications/${built.requestId}`);
    expect(report.body.billing.reason).to.equal('review_completed');
    expect(report.body.checks[0]).to.include({ status: 'completed', outcome: 'positive' });
    expect(await readEntryKinds(api.db, built.id)).to.deep.equal(['reserve', 'charge']);
  });

  it('releases it for free', async () => {
    const { built, client } = await open();
    const answer = await resolve(built.requestId, RELEASE);
    expect(answer.body).to.include({ status: 'completed', credits_reserved: 0, credits_charged: 0 });
    expect(answer.body.result).to.deep.include({ outcome: 'closed' });
    const report = await client.get(`/api/v1/verifications/${built.requestId}`);
    expect(report.body.billing.reason).to.equal('closed');
    expect(await readWallet(api.db, built.clientId)).to.include({ balance: 10_000, reserved: 0 });
  });

  it('closes the parts it releases without a result, and leaves those that have one', async () => {
    const { built, client } = await open({ serviceCode: 'kyc_bundle' });
    const partsNow = async (): Promise<WireCheck[]> =>
      (await client.get(`/api/v1/verifications/${built.requestId}`)).body.checks;
    const before = await partsNow();
    expect(before.map(({ status }) => status)).to.deep.equal(['manual_review', 'completed', 'completed']);
    await resolve(built.requestId, RELEASE);
    const [released, ...others] = await partsNow();
    expect(released).to.include({ status: 'completed', outcome: 'closed', label: null });
    expect(others).to.deep.equal(before.slice(1));
  });

  it('keeps the subject out of the result that the client reads', async () => {
    const { built } = await open();
    const answer = await resolve(built.requestId, { ...COMPLETE, label: `Confirmed: ${built.subject}` });
    expect(answer.body.result.label).to.equal('Confirmed: *********0071');
  });

  it('sends back what was not sent, and enqueues it', async () => {
    const { built } = await open({ reviewReason: 'not_reached' });
    const answer = await resolve(built.requestId, REQUEUE);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.include({ status: 'pending', credits_reserved: 5 });
    const queue = await api.deps.checkQueue.bullmq();
    expect(await queue.getJobState(built.checks[0]?.id ?? '')).to.equal('prioritized');
  });

  it('refuses to send back what may have been received, unless the provider charges nothing', async () => {
    const { built } = await open();
    const refused = await resolve(built.requestId, REQUEUE);
    expect(refused.status).to.equal(409);
    expect(refused.body).to.include({ status: 'conflict', request_id: built.requestId });
    expect(refused.body.message).to.contain('provider_confirmed_no_charge');
    const unsaid = await resolve(built.requestId, { ...REQUEUE, provider_confirmed_no_charge: false });
    expect(unsaid.status).to.equal(409);
    expect(await readVerification(api.db, built.id)).to.include({ status: 'manual_review' });

    const answer = await resolve(built.requestId, { ...REQUEUE, provider_confirmed_no_charge: true });
    expect(answer.body).to.include({ status: 'pending' });
    const [call] = await readCalls(api.db, built.checks[0]?.id ?? '');
    expect(call?.state).to.equal('written_off');
    const [act] = await auditOf(api.db, built.requestId);
    expect(act).to.deep.include({ actor: reviewer.publicId, action: 'review.requeued' });
    expect(act?.details).to.include({ provider_confirmed_no_charge: true, calls_written_off: 1 });
  });

  it('keeps the subject out of the document that the audit log names', async () => {
    const { built } = await open({ serviceCode: 'aml_screening', subject: 'Test Subject Four' });
    const writeOff = { ...REQUEUE, provider_confirmed_no_charge: true };
    await resolve(built.requestId, { ...writeOff, provider_document: 'Letter on Test Subject Four' });
    const [act] = await auditOf(api.db, built.requestId);
    expect(act?.details).to.include({ provider_document: 'Letter on *************Four' });
  });

  it('writes off only the calls that the reviewer saw, as they were', async () => {
    const { built } = await open();
    const { body: shown } = await reviewer.client.get(`${REVIEWS}/${built.requestId}`);
    const [known] = await readCalls(api.db, built.checks[0]?.id ?? '');
    expect(shown.calls_to_write_off).to.deep.equal([known?.id]);
    const writeOff = {
      ...REQUEUE,
      provider_confirmed_no_charge: true,
      calls_to_write_off: shown.calls_to_write_off,
    };
    await storeLateFinding(api, built);
    const stale = await resolve(built.requestId, writeOff);
    expect(stale.status).to.equal(409);
    expect(stale.body.message).to.contain('one has been answered');
    const again = (await reviewer.client.get(`${REVIEWS}/${built.requestId}`)).body;
    expect(again.calls_to_write_off).to.deep.equal([`${known?.id} answered`]);
    const answer = await resolve(built.requestId, {
      ...writeOff,
      calls_to_write_off: again.calls_to_write_off,
    });
    expect(answer.body).to.include({ status: 'pending' });
    const after = (await reviewer.client.get(`${REVIEWS}/${built.requestId}`)).body;
    expect(after.calls_to_write_off).to.deep.equal([]);
  });

  it('gives one result to two who decide at the same instant, and 409 to the other', async () => {
    const { built } = await open();
    const colleague = await signInReviewer(api);
    const answers = await Promise.all([
      resolve(built.requestId, COMPLETE),
      resolve(built.requestId, RELEASE, colleague),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect(await readEntryKinds(api.db, built.id)).to.have.length(2);
    expect(await auditOf(api.db, built.requestId)).to.have.length(1);
  });

  it('is refused with 409 the second time, whatever the decision', async () => {
    const { built } = await open();
    await resolve(built.requestId, RELEASE);
    for (const body of [COMPLETE, RELEASE, REQUEUE, { ...REQUEUE, provider_confirmed_no_charge: true }]) {
      expect((await resolve(built.requestId, body)).status).to.equal(409);
    }
    const late = await reviewer.client.post(`${REVIEWS}/${built.requestId}/late-answer`);
    expect(late.status).to.equal(409);
  });

  it('is refused while a colleague works on the case', async () => {
    const { built } = await open();
    const colleague = await signInReviewer(api);
    await colleague.client.post(`${REVIEWS}/${built.requestId}/take`);
    expect((await resolve(built.requestId, COMPLETE)).status).to.equal(409);
    expect((await resolve(built.requestId, COMPLETE, colleague)).status).to.equal(200);
  });

  const faults: readonly [string, object, Record<string, string>][] = [
    ['nothing', {}, { decision: 'required', note: 'required' }],
    [
      'a completion without a result',
      { ...COMPLETE, outcome: undefined, label: undefined },
      { outcome: 'required', label: 'required' },
    ],
    [
      'an outcome that only the service gives',
      { ...COMPLETE, outcome: 'closed' },
      { outcome: 'invalid_choice' },
    ],
    ['an outcome of a bundle', { ...COMPLETE, outcome: 'mixed' }, { outcome: 'invalid_choice' }],
    ['a release with an outcome', { ...RELEASE, outcome: 'positive' }, { outcome: 'not_applicable' }],
    [
      'a requeue with a result',
      { ...REQUEUE, outcome: 'positive', label: 'x' },
      { outcome: 'not_applicable', label: 'not_applicable' },
    ],
    [
      'calls to write off without a confirmation',
      { ...REQUEUE, calls_to_write_off: [] },
      { calls_to_write_off: 'not_applicable' },
    ],
    [
      'calls to write off that are no list',
      { ...REQUEUE, provider_confirmed_no_charge: true, calls_to_write_off: 'all' },
      { calls_to_write_off: 'invalid_type' },
    ],
    [
      'a call to write off that is no text, on a completion',
      { ...COMPLETE, calls_to_write_off: ['call', 7] },
      { 'calls_to_write_off.1': 'invalid_type' },
    ],
    [
      'a completion with a confirmation',
      { ...COMPLETE, provider_confirmed_no_charge: true },
      { provider_confirmed_no_charge: 'not_applicable' },
    ],
    [
      'everything wrong at once',
      { decision: 'close', outcome: 1, label: '', note: '', provider_confirmed_no_charge: 'true', who: 1 },
      {
        decision: 'invalid_choice',
        outcome: 'invalid_choice',
        label: 'required',
        note: 'required',
        provider_confirmed_no_charge: 'invalid_type',
        who: 'unknown_field',
      },
    ],
  ];
  for (const [what, body, expected] of faults) {
    it(`is a 422 and changes nothing with ${what}`, async () => {
      const { built } = await open();
      const answer = await resolve(built.requestId, body);
      expect(answer.status).to.equal(422);
      expect(faultsOf(answer)).to.deep.equal(expected);
      expect(await readVerification(api.db, built.id)).to.include({ status: 'manual_review' });
    });
  }

  describe('by a late answer', () => {
    it('completes it with what that found', async () => {
      const { built } = await open();
      await storeLateFinding(api, built);
      const answer = await reviewer.client.post(`${REVIEWS}/${built.requestId}/late-answer`);
      expect(answer.status).to.equal(200);
      expect(answer.body).to.include({ status: 'completed', credits_charged: 5 });
      expect(answer.body.result).to.include({ outcome: 'positive', label: 'Found late' });
      const { body } = await reviewer.client.get(`${REVIEWS}/${built.requestId}`);
      expect(body.result.details).to.deep.equal({ surname: 'Synthetic' });
      expect(body.notes[0]).to.include({ kind: 'late_answer' });
    });

    it('is a 409 without one', async () => {
      const { built } = await open();
      const answer = await reviewer.client.post(`${REVIEWS}/${built.requestId}/late-answer`, { note: NOTE });
      expect(answer.status).to.equal(409);
    });
  });

  describe('of many cases at once', () => {
    const requeueMany = (ids: readonly unknown[], more: object = {}) =>
      reviewer.client.post(`${REVIEWS}/requeue`, { request_ids: ids, note: NOTE, ...more });

    it('sends them all back when certainly none was sent', async () => {
      const built = [1, 2, 3].map(() => open({ reviewReason: 'not_reached' }));
      const ids = (await Promise.all(built)).map((one) => one.built.requestId);
      const answer = await requeueMany(ids);
      expect(answer.status).to.equal(200);
      expect(answer.body.request_ids).to.have.members(ids);
      for (const id of ids) expect((await auditOf(api.db, id))[0]?.action).to.equal('review.requeued');
    });

    it('sends none back when one may have been received, and names it', async () => {
      const [unsent, sent] = [await open({ reviewReason: 'not_reached' }), await open()];
      const answer = await requeueMany([unsent.built.requestId, sent.built.requestId]);
      expect(answer.status).to.equal(409);
      expect(answer.body.request_ids).to.deep.equal([sent.built.requestId]);
      expect(await readVerification(api.db, unsent.built.id)).to.include({ status: 'manual_review' });
    });

    it('is a 422 with ids that are none, repeated or too many, and takes no confirmation', async () => {
      const { built } = await open({ reviewReason: 'not_reached' });
      const id = built.requestId;
      const lists: [unknown, Record<string, string>][] = [
        [[], { request_ids: 'invalid_type' }],
        ['x', { request_ids: 'invalid_type' }],
        [[id, 'x', 5], { 'request_ids.1': 'invalid_request_id', 'request_ids.2': 'invalid_request_id' }],
        [[id, id], { 'request_ids.1': 'repeated' }],
        [new Array(101).fill(id), { request_ids: 'invalid_type' }],
      ];
      for (const [list, faults] of lists) {
        const answer = await requeueMany(list as unknown[]);
        expect(faultsOf(answer)).to.deep.equal(faults);
      }
      const confirmed = await requeueMany([id], { provider_confirmed_no_charge: true });
      expect(faultsOf(confirmed)).to.deep.equal({ provider_confirmed_no_charge: 'unknown_field' });
    });
  });
});
