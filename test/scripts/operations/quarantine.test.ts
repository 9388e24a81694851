import { expect } from 'chai';
import { quarantine } from '../../../scripts/operations/quarantine.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { assumeCalls } from '../../../shared/history/assume-calls.js';
import { HELD_BACK } from '../../../shared/history/started-calls.js';
import { requeueReviews } from '../../../shared/reviews/requeue-reviews.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { readCalls, readVerification } from '../../support/checks/read-state.js';
import { buildNote, settleParts } from '../../support/checks/reviews.js';
import { checkIdOf, dispatch, givingUp, settlementOf } from '../../support/checks/settlements.js';
import { acceptAll, acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildTestSide } from '../../support/personal-data/aged-verifications.js';

describe('quarantine', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;

  before(async () => {
    db = database.db;
    clientId = (await buildClient(db)).id;
  });
  afterEach(() => expectInvariants(db));

  it('puts everything that is not settled into review, and nothing else', async () => {
    const waiting = await acceptOne(db, { clientId });
    const calling = await acceptOne(db, { clientId });
    await dispatch(db, calling);
    const bundle = await acceptOne(db, { clientId, serviceCode: 'kyc_bundle' });
    await settleParts(db, bundle, ['positive']);
    const done = await acceptOne(db, { clientId });
    await settleParts(db, done, ['positive']);

    expect(await quarantine(db)).to.equal(4);

    for (const { verificationId } of [waiting, calling, bundle]) {
      expect(await readVerification(db, verificationId)).to.include({
        status: 'manual_review',
        review_reason: 'history_changed',
      });
    }
    expect(await readVerification(db, done.verificationId)).to.include({ status: 'completed' });
    expect(await quarantine(db)).to.equal(0);
    const acts = await db.query(`SELECT FROM audit_log WHERE action = 'reviews.quarantine_started'`);
    expect(acts).to.have.length(2);
  });

  it('lets nothing be called again that the backup may have forgotten to have been called', async () => {
    const submission = await acceptOne(db, { clientId });
    await quarantine(db);
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.include({ state: 'uncertain', reason: 'quarantined' });
    const cases = [{ verificationId: submission.verificationId, note: buildNote() }];
    const result = await db.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: false }, { userId: null }),
    );
    expect(result.kind).to.equal('refused');
  });

  for (const news of ['not_sent', 'refused_for_now'] as const) {
    it(`holds back what is tried again after ${news}, and leaves that call as it ended`, async () => {
      const submission = await acceptOne(db, { clientId });
      const ended = await dispatch(db, submission);
      await settleChecks(db, [settlementOf(submission, ended, news)]);
      const [before] = await readCalls(db, checkIdOf(submission));
      expect(await quarantine(db)).to.equal(1);
      const calls = await readCalls(db, checkIdOf(submission));
      expect(calls).to.have.length(2);
      expect(calls.find(({ id }) => id === ended)).to.deep.equal(before);
      expect(calls.find(({ id }) => id !== ended)).to.include({ state: 'uncertain', reason: 'quarantined' });
      expect(await readVerification(db, submission.verificationId)).to.include({ status: 'manual_review' });
    });
  }

  it('holds back what is in review because it was never reached', async () => {
    // As after a backup that does not know of the requeue and the paid call that followed it.
    const bundle = await acceptOne(db, { clientId, serviceCode: 'kyc_bundle' });
    const submission = await acceptOne(db, { clientId });
    const tried = await dispatch(db, submission);
    await settleChecks(db, [settlementOf(submission, tried, 'not_sent')]);
    await settleChecks(db, [givingUp(submission), givingUp(bundle, 1)]);

    await quarantine(db);

    for (const { verificationId } of [submission, bundle]) {
      expect(await readVerification(db, verificationId)).to.include({ review_reason: 'history_changed' });
      const cases = [{ verificationId, note: buildNote() }];
      const result = await db.transaction((sql) =>
        requeueReviews(sql, { cases, providerConfirmedNoCharge: false }, { userId: null }),
      );
      expect(result.kind).to.equal('refused');
    }
    const calls = await readCalls(db, checkIdOf(submission));
    expect(calls.map(({ state }) => state)).to.have.members(['not_sent', 'uncertain']);
    expect(await quarantine(db)).to.equal(0);
  });

  it('assumes of what is in review a call that a person may write off at once, of whom it would be asked', async () => {
    const testSide = await buildTestSide(db, (await buildClient(db)).id);
    const submissions = [await acceptOne(db, { clientId }), await acceptOne(db, { clientId: testSide })];
    for (const submission of submissions) await settleChecks(db, [givingUp(submission)]);
    const verificationId = submissions[0]?.verificationId ?? '';
    const { version } = await readVerification(db, verificationId);
    await quarantine(db);
    const assumed = await db.query(
      `SELECT client_id, provider, worker, reason, state, deadline_at <= now() AND finished_at <= now() AS over
       FROM provider_calls WHERE check_id = ANY($1::uuid[])`,
      [submissions.map((submission) => checkIdOf(submission))],
    );
    const call = { worker: 'quarantine', reason: 'quarantined', state: 'uncertain', over: true };
    expect(assumed).to.have.deep.members([
      { ...call, client_id: clientId, provider: 'upstream' },
      { ...call, client_id: testSide, provider: 'simulator' },
    ]);
    expect(await readVerification(db, verificationId)).to.include({ version: version + 1 });
    const cases = [{ verificationId, note: buildNote() }];
    const confirmed = await db.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: true }, { userId: null }),
    );
    expect(confirmed.kind).to.equal('requeued');
  });

  it('leaves the reason of a review in which the provider did not answer another part', async () => {
    const bundle = await acceptOne(db, { clientId, serviceCode: 'kyc_bundle' });
    await settleParts(db, bundle, ['lost', 'never_sent', 'positive']);
    expect(await quarantine(db)).to.be.greaterThan(0);
    expect(await readVerification(db, bundle.verificationId)).to.include({ review_reason: 'no_answer' });
    expect((await readCalls(db, checkIdOf(bundle, 1))).map(({ state }) => state)).to.deep.equal([
      'uncertain',
    ]);
  });

  it('takes a call that is under way for what it is, and says who assumed the others', async () => {
    const [waiting, calling] = [await acceptOne(db, { clientId }), await acceptOne(db, { clientId })];
    const callId = await dispatch(db, calling);
    await quarantine(db);
    expect((await readCalls(db, checkIdOf(calling))).map(({ id }) => id)).to.deep.equal([callId]);
    const assumed = await db.query('SELECT worker, client_id FROM provider_calls WHERE check_id = $1', [
      checkIdOf(waiting),
    ]);
    expect(assumed).to.deep.equal([{ worker: 'quarantine', client_id: clientId }]);
    const acts = await db.query(
      `SELECT DISTINCT actor, target FROM audit_log WHERE action = 'reviews.quarantine_started'`,
    );
    expect(acts).to.deep.equal([{ actor: 'system', target: 'verifications' }]);
  });

  it('leaves alone what was sent back since it was found in review', async () => {
    const submission = await acceptOne(db, { clientId });
    const { verificationId } = submission;
    const checkId = checkIdOf(submission);
    const found = { clientId, verificationId, checkId, callId: newId(), status: 'manual_review' } as const;
    await assumeCalls(db, [found], { worker: 'quarantine', reason: HELD_BACK });
    expect(await readCalls(db, checkId)).to.deep.equal([]);
    expect(await readVerification(db, verificationId)).to.include({ status: 'pending', review_reason: null });
    expect(await quarantine(db)).to.equal(1);
  });

  it('takes more than one transaction holds', async () => {
    const plans = Array.from({ length: 501 }, () => ({ clientId }));
    await acceptAll(db, plans);
    expect(await quarantine(db)).to.equal(501);
    expect(await db.query(`SELECT FROM checks WHERE status = 'pending'`)).to.have.length(0);
  });
});
