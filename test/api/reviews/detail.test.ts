import { expect } from 'chai';
import { auditOf } from '../../support/evidence/audit-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import {
  buildReview,
  REVIEWS,
  type Reviewer,
  signInReviewer,
  storeAnswer,
  storeLateFinding,
} from './desk.js';

const SUBJECT = '0001010000071';
const MASKED = '*********0071';

describe('the page of a case', () => {
  let api: TestApi;
  let reviewer: Reviewer;
  before(async () => {
    api = await startApi();
    reviewer = await signInReviewer(api);
  });
  after(() => api.close());

  const get = (requestId: string) => reviewer.client.get(`${REVIEWS}/${requestId}`);

  it('is the report with the calls and what was written', async () => {
    const built = await buildReview(api, { reviewReason: 'unclear_answer' });
    await storeAnswer(api, built, JSON.stringify({ status: 'inconclusive', reference: 'P-1' }));
    await reviewer.client.post(`${REVIEWS}/${built.requestId}/notes`, { text: 'Rang the provider' });
    const { status, body } = await get(built.requestId);
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      request_id: built.requestId,
      status: 'manual_review',
      subject: MASKED,
      purpose: built.purpose,
      credits_reserved: 5,
    });
    expect(body.review).to.deep.include({ reason: 'unclear_answer', certainly_not_sent: false });
    expect(body.consent).to.include({ authority_confirmed: true, charge_approved: true });
    expect(body.checks).to.have.length(1);
    const [call] = body.provider_calls;
    expect(call).to.deep.include({
      service_code: 'said_verification',
      state: 'uncertain',
      phase: 'answered',
      http_status: 200,
      reason: 'inconclusive',
      duration_ms: 1_000,
      answered_late_at: null,
      late_finding: null,
      written_off_at: null,
      answer: { status: 'inconclusive', reference: 'P-1' },
    });
    expect(body.notes).to.have.length(1);
    expect(body.notes[0]).to.deep.include({
      kind: 'note',
      text: 'Rang the provider',
      author: { user_id: reviewer.publicId, email: reviewer.email, name: reviewer.name },
    });
  });

  it('has the other calls of that hour, and what its client alone asked of the same subject', async () => {
    const earlier = await buildReview(api, { status: 'completed', subject: SUBJECT });
    await buildReview(api, { subject: SUBJECT });
    const built = await buildReview(api, { clientId: earlier.clientId, subject: SUBJECT });
    const { body } = await get(built.requestId);
    expect(body.calls_around.length).to.be.greaterThan(0);
    expect(body.calls_around[0]).to.have.all.keys(
      'service_code',
      'state',
      'started_at',
      'duration_ms',
      'http_status',
      'reason',
    );
    expect(body.subject_history.map(({ request_id }: { request_id: string }) => request_id)).to.deep.equal([
      earlier.requestId,
    ]);
  });

  it('says how far each call got', async () => {
    const unsent = await get((await buildReview(api, { reviewReason: 'not_reached' })).requestId);
    expect(unsent.body.provider_calls[0]).to.include({
      state: 'not_sent',
      phase: 'before_sending',
      answer: null,
    });
    const lost = await get((await buildReview(api)).requestId);
    expect(lost.body.provider_calls[0]).to.include({
      state: 'uncertain',
      phase: 'no_answer',
      http_status: null,
    });
  });

  it('shows no negative duration of a call during which a clock was set back', async () => {
    const built = await buildReview(api);
    await api.db.query(
      `UPDATE provider_calls SET finished_at = started_at - interval '1 hour'
       WHERE check_id IN (SELECT id FROM checks WHERE verification_id = $1)`,
      [built.id],
    );
    const { body } = await get(built.requestId);
    expect(body.provider_calls[0].duration_ms).to.equal(0);
    const other = await get((await buildReview(api)).requestId);
    for (const { duration_ms } of other.body.calls_around) expect(duration_ms).to.be.at.least(0);
  });

  it('shows a late answer as evidence, with what it found', async () => {
    const built = await buildReview(api);
    await storeLateFinding(api, built, '{"status":"match"}');
    const { body } = await get(built.requestId);
    expect(body.status).to.equal('manual_review');
    expect(body.review.late_answer).to.equal(true);
    expect(body.provider_calls[0].answered_late_at).to.be.a('string');
    expect(body.provider_calls[0].late_finding).to.deep.equal({
      outcome: 'positive',
      label: 'Found late',
      details: { surname: 'Synthetic' },
    });
  });

  it('says of an answer whether it came after the call was written off', async () => {
    const built = await buildReview(api);
    const flagged = async (): Promise<unknown> =>
      (await get(built.requestId)).body.provider_calls[0].answered_after_write_off;
    await storeLateFinding(api, built, '{"status":"match"}');
    expect(await flagged()).to.equal(false);
    const writeOff = (writtenOff: string) =>
      api.db.query(
        `UPDATE provider_calls SET state = 'written_off', written_off_at = answered_late_at + $2::interval
         WHERE check_id = (SELECT id FROM checks WHERE verification_id = $1)`,
        [built.id, writtenOff],
      );
    await writeOff('1 minute');
    expect(await flagged()).to.equal(false);
    await writeOff('-1 minute');
    expect(await flagged()).to.equal(true);
  });

  const echoes: [string, string][] = [
    ['as a value', JSON.stringify({ subject: SUBJECT })],
    ['as a number', '{"subject":1010000071,"other":"0001010000071"}'],
    ['in a text', JSON.stringify({ note: `For ${SUBJECT} and 000101 0000 07 1` })],
    ['escaped', '{"subject":"\\u0030001010000071"}'],
    ['as a name', JSON.stringify({ [SUBJECT]: true })],
    ['outside of JSON', `<html>${SUBJECT}</html>`],
  ];
  for (const [where, answer] of echoes) {
    it(`masks the subject in the evidence where the provider echoes it ${where}`, async () => {
      const built = await buildReview(api, {
        purpose: `Vetting of ${SUBJECT}`,
        idempotencyKey: `k-${SUBJECT}-${where}`,
      });
      await storeAnswer(api, built, answer);
      await reviewer.client.post(`${REVIEWS}/${built.requestId}/notes`, { text: `Asked about ${SUBJECT}` });
      const { body } = await get(built.requestId);
      expect(JSON.stringify(body)).to.not.contain(SUBJECT).and.not.contain('000101 0000 07 1');
      expect(body.purpose).to.equal(`Vetting of ${MASKED}`);
      expect(body.notes[0].text).to.equal(`Asked about ${MASKED}`);
    });
  }

  it('shows nobody who turns up in an answer, until that is asked for', async () => {
    const answer = {
      reference: 'P-1',
      status: 'match',
      subject: '0001010001079',
      data: {
        idNumber: 1010001079,
        surname: 'Example',
        spouse: { full_name: ['Anna Example'], id: '000101-0001_079' },
        note: 'see 1,010,001,079',
        companyName: 'Example Trading',
      },
    };
    const built = await buildReview(api, { reviewReason: 'unclear_answer' });
    await storeAnswer(api, built, JSON.stringify(answer));
    const { body } = await get(built.requestId);
    const masked = '*********1079';
    expect(body.provider_calls[0].answer).to.deep.equal({
      reference: 'P-1',
      status: 'match',
      subject: masked,
      data: {
        idNumber: masked,
        surname: '*******',
        spouse: { full_name: ['**** *******'], id: masked },
        note: `see ${masked}`,
        companyName: '******* *******',
      },
    });
    const path = `${REVIEWS}/${built.requestId}/reveal-subject`;
    const revealed = await reviewer.client.post(path, { include_answers: true });
    expect(revealed.body.answers).to.have.length(1);
    expect(revealed.body.answers[0]).to.deep.include({ service_code: 'said_verification', answer });
    const acts = await auditOf(api.db, built.requestId);
    expect(acts.at(-1)).to.deep.include({
      action: 'review.subject_revealed',
      details: { answers_included: true },
    });
  });

  const NAMED_IN_TEXT: readonly [where: string, answer: unknown, shown: unknown][] = [
    [
      'the message of an error',
      { error: { code: 'record_locked', message: 'Record of EXAMPLE, Anna Sü is locked. Try again later' } },
      { error: { code: 'record_locked', message: 'Record of *******, **** ** is locked. Try again later' } },
    ],
    [
      'a fact that nobody knows',
      { status: 'In Business', director: 'Anna Example', by: ['A. Example'], city: 'Cape Town' },
      { status: 'In Business', director: '**** *******', by: ['A. *******'], city: 'Cape Town' },
    ],
    [
      'the name of a member',
      { data: { 'Anna Example': { found: true } } },
      { data: { '**** *******': { found: true } } },
    ],
    [
      'a page',
      '<h1>502 Bad Gateway</h1> for O’Brien-Example',
      '<h1>502 Bad Gateway</h1> for *’*****-*******',
    ],
  ];
  for (const [where, answer, shown] of NAMED_IN_TEXT) {
    it(`shows nobody's name in ${where}, until that is asked for`, async () => {
      const built = await buildReview(api);
      await storeAnswer(api, built, typeof answer === 'string' ? answer : JSON.stringify(answer));
      expect((await get(built.requestId)).body.provider_calls[0].answer).to.deep.equal(shown);
    });
  }

  it('masks whom the provider screened instead of whom it was asked about', async () => {
    const built = await buildReview(api, { serviceCode: 'aml_screening', subject: 'Test Subject One' });
    await storeAnswer(api, built, JSON.stringify({ subject: 'Anna Example', text: 'ONE, Test Subject' }));
    const { body } = await get(built.requestId);
    expect(body.provider_calls[0].answer).to.deep.equal({
      subject: '********mple',
      text: '************ One',
    });
  });

  it('masks whom an answer names below its top, whatever kind of number it is', async () => {
    const built = await buildReview(api);
    const below = { data: [{ subject: 'P1234567' }, { subject: 91_234_567 }, { Subject: { id: 7 } }] };
    await storeAnswer(api, built, JSON.stringify(below));
    expect((await get(built.requestId)).body.provider_calls[0].answer).to.deep.equal({
      data: [{ subject: '****4567' }, { subject: '****4567' }, { Subject: { id: 7 } }],
    });
  });

  it('shows nobody who is named in an answer that broke off, until that is asked for', async () => {
    const built = await buildReview(api);
    const answer = '{"subject":"P1234567","data":{"surname":"Example"},"refere';
    await storeAnswer(api, built, answer);
    const { body } = await get(built.requestId);
    expect(body.provider_calls[0].answer).to.equal('(broken JSON, 58 characters)');
    const path = `${REVIEWS}/${built.requestId}/reveal-subject`;
    const revealed = await reviewer.client.post(path, { include_answers: true });
    expect(revealed.body.answers[0].answer).to.equal(answer);
  });

  it('leaves out the files in an answer', async () => {
    const photo = Buffer.alloc(6_000, 'A picture of somebody').toString('base64');
    const wrapped = photo.replace(/.{76}/g, '$&\r\n');
    const file = '(file, 8000 characters)';
    for (const [answer, shown] of [
      [
        JSON.stringify({ photo: `data:image/jpeg;base64,${photo}`, wrapped }),
        { photo: `data:image/jpeg;base64,${file}`, wrapped: file },
      ],
      [`<photo>${wrapped}</photo><id>0001010001079</id>`, `<photo>${file}</photo><id>*********1079</id>`],
    ] as const) {
      const built = await buildReview(api);
      await storeAnswer(api, built, answer);
      expect((await get(built.requestId)).body.provider_calls[0].answer).to.deep.equal(shown);
    }
  });

  it('masks identity numbers in an answer that is no JSON', async () => {
    const built = await buildReview(api);
    await storeAnswer(api, built, '<td>000101 0001 079</td>');
    expect((await get(built.requestId)).body.provider_calls[0].answer).to.equal('<td>*********1079</td>');
  });

  it('survives whatever a broken provider may have answered', async () => {
    const answers = [
      '',
      '['.repeat(500_000),
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      'x'.repeat(900_000),
    ];
    for (const answer of answers) {
      const built = await buildReview(api);
      await storeAnswer(api, built, answer);
      const { status, body } = await get(built.requestId);
      expect(status).to.equal(200);
      expect(JSON.stringify(body)).to.have.length.below(50_000);
    }
  });

  it('is in the audit log each time that somebody looks', async () => {
    const { requestId } = await buildReview(api);
    await get(requestId);
    await get(requestId);
    const acts = await auditOf(api.db, requestId);
    expect(acts.map(({ actor, action }) => [actor, action])).to.deep.equal([
      [reviewer.publicId, 'review.viewed'],
      [reviewer.publicId, 'review.viewed'],
    ]);
    expect(acts[0]?.ip_address).to.equal('127.0.0.1');
  });

  it('shows the whole subject only to who asks for it, and says so in the audit log', async () => {
    const { requestId } = await buildReview(api);
    const answer = await reviewer.client.post(`${REVIEWS}/${requestId}/reveal-subject`);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({ request_id: requestId, subject: SUBJECT, parameters: {} });
    const [act] = await auditOf(api.db, requestId);
    expect(act).to.deep.include({ actor: reviewer.publicId, action: 'review.subject_revealed', details: {} });
  });

  it('stays after the review has ended, for who is asked about it later', async () => {
    const { requestId } = await buildReview(api);
    await reviewer.client.post(`${REVIEWS}/${requestId}/resolution`, {
      decision: 'release',
      note: 'No answer',
    });
    const { status, body } = await get(requestId);
    expect(status).to.equal(200);
    expect(body.status).to.equal('completed');
    expect(body.review.reason).to.equal(null);
    expect(body.notes[0]).to.deep.include({ kind: 'release', text: 'No answer' });
  });

  it('takes notes, and says what is wrong with one', async () => {
    const { requestId } = await buildReview(api);
    const path = `${REVIEWS}/${requestId}/notes`;
    const added = await reviewer.client.post(path, { text: '  First  ' });
    expect(added.status).to.equal(201);
    expect(added.body).to.deep.include({ kind: 'note', text: 'First' });
    for (const body of [
      {},
      { text: '' },
      { text: 5 },
      { text: 'x'.repeat(2_001) },
      { text: 'x', other: 1 },
    ]) {
      expect((await reviewer.client.post(path, body)).status).to.equal(422);
    }
    const [act, ...others] = await auditOf(api.db, requestId);
    expect(act).to.deep.include({ action: 'review.note_added', details: { note_id: added.body.note_id } });
    expect(others).to.deep.equal([]);
  });

  it('keeps notes sealed', async () => {
    const { requestId } = await buildReview(api);
    await reviewer.client.post(`${REVIEWS}/${requestId}/notes`, { text: 'canary-note-text' });
    const found = await api.db.query(
      `SELECT FROM review_notes WHERE position('canary-note-text'::bytea IN text_sealed) > 0`,
    );
    expect(found).to.deep.equal([]);
  });
});
