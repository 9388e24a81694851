import { expect } from 'chai';
import { takeReview } from '../../../api/reviews/take-review.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { type Requeue, requeueReviews } from '../../../shared/reviews/requeue-reviews.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { markDispatched } from '../../../worker/checks/mark-dispatched.js';
import { loadPendingChecks } from '../../../worker/checks/pending-check.js';
import {
  readCalls,
  readCheck,
  readEntryKinds,
  readHolder,
  readVerification,
} from '../../support/checks/read-state.js';
import { buildNote, type PartNews, readAudit, settleParts } from '../../support/checks/reviews.js';
import { checkIdOf, dispatch, givingUp, settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';

describe('requeueReviews', () => {
  const database = useDatabase();
  let db: Database;
  let reviewer: { userId: string };

  before(async () => {
    db = database.db;
    reviewer = { userId: (await buildUser(db, { clientId: null })).id };
  });
  afterEach(() => expectInvariants(db));

  async function review(news: readonly PartNews[] = ['lost'], serviceCode?: ServiceCode) {
    const { id: clientId } = await buildClient(db);
    const submission = await acceptOne(db, { clientId, ...(serviceCode !== undefined && { serviceCode }) });
    const calls = await settleParts(db, submission, news);
    return { submission, id: submission.verificationId, calls };
  }

  function requeue(ids: readonly string[], { confirmed = false, on = db } = {}) {
    const cases = ids.map((verificationId) => ({ verificationId, note: buildNote() }));
    return on.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: confirmed }, reviewer),
    );
  }

  it('sends back what certainly was not sent, without anybody confirming anything', async () => {
    const { id, submission } = await review(['never_sent']);
    expect(await requeue([id])).to.deep.equal({ kind: 'requeued', checkIds: [checkIdOf(submission)] });
    expect(await readVerification(db, id)).to.include({
      status: 'pending',
      review_reason: null,
      credits_reserved: 5,
      version: 3,
    });
    expect(await readEntryKinds(db, id)).to.deep.equal(['reserve']);
    const [pending] = await loadPendingChecks(db, [checkIdOf(submission)]);
    expect(pending?.id).to.equal(checkIdOf(submission));
    const [entry] = await readAudit(db, id);
    expect(entry?.details).to.include({ provider_confirmed_no_charge: false, calls_written_off: 0 });
  });

  describe('of a call that somebody else gave up', () => {
    const beat = (ago: string) =>
      db.query(`UPDATE workers SET ended_at = NULL, beat_at = now() - $1::interval WHERE id = 'test'`, [ago]);

    it('is refused while its worker may still send it, whatever the provider says of now', async () => {
      const { id, submission } = await review(['lost']);
      await beat('1 second');
      const result = await requeue([id], { confirmed: true });
      if (result.kind !== 'refused') throw new Error('It was sent back');
      const [refusal] = result.refusals;
      expect(refusal).to.include({ verificationId: id, reason: 'may_still_be_sent' });
      expect(Number(refusal?.until) - Date.now()).to.be.within(50_000, 60_000);
      expect((await readCalls(db, checkIdOf(submission)))[0]?.state).to.equal('uncertain');
    });

    for (const [why, ago] of [
      ['was not heard of for a minute', '61 seconds'],
      ['was last heard of in a future that the clock has left again', '-1 day'],
    ] as const) {
      it(`is done when its worker ${why}`, async () => {
        const { id } = await review(['lost']);
        await beat(ago);
        expect(await requeue([id], { confirmed: true })).to.include({ kind: 'requeued' });
      });
    }

    it('is done at once when its worker is done with it, and says so too late', async () => {
      const { id, submission, calls } = await review(['lost']);
      await beat('1 second');
      await settleChecks(db, [settlementOf(submission, calls[0] ?? '', 'no_answer')]);
      expect(await requeue([id], { confirmed: true })).to.include({ kind: 'requeued' });
    });

    it('waits an hour for a worker of an earlier release, which says nothing of itself', async () => {
      const { id, calls } = await review(['lost']);
      await db.query(`UPDATE provider_calls SET worker = 'old:1' WHERE id = $1`, [calls[0]]);
      expect(await requeue([id], { confirmed: true })).to.include({ kind: 'refused' });
      await db.query(`UPDATE provider_calls SET deadline_at = now() - interval '61 minutes' WHERE id = $1`, [
        calls[0],
      ]);
      expect(await requeue([id], { confirmed: true })).to.include({ kind: 'requeued' });
    });
  });

  it('takes the right to send from the call at the witness before it writes the call off', async () => {
    const { id, submission, calls } = await review(['no_answer']);
    const revoked: string[][] = [];
    const revoke = (...call: string[]): Promise<boolean> => Promise.resolve(revoked.push(call) > 0);
    expect(await writeOff(id, revoke)).to.include({ kind: 'requeued' });
    expect(revoked).to.deep.equal([[checkIdOf(submission), calls[0]]]);
  });

  it('writes nothing off while the witness is away', async () => {
    const { id } = await review(['no_answer']);
    const before = await readVerification(db, id);
    expect(await writeOff(id, () => Promise.reject(new Error('Redis is away')))).to.deep.equal({
      kind: 'refused',
      refusals: [{ verificationId: id, reason: 'no_witness' }],
    });
    expect(await readVerification(db, id)).to.deep.equal(before);
  });

  it('writes nothing off if the witness confirms it of one call and not of another', async () => {
    const { id, calls } = await review(['no_answer', 'no_answer', 'positive'], 'kyc_bundle');
    const revoke = (_checkId: string, callId: string) =>
      callId === calls[0] ? Promise.resolve(true) : Promise.reject(new Error('Redis is away'));
    expect(await writeOff(id, revoke)).to.deep.equal({
      kind: 'refused',
      refusals: [{ verificationId: id, reason: 'no_witness' }],
    });
  });

  it('writes nothing off on a database that nobody has adopted', async () => {
    const { id } = await review(['no_answer']);
    await db.query('UPDATE database_histories SET timeline = timeline + 1');
    try {
      expect(await writeOff(id, () => Promise.resolve(true))).to.deep.equal({
        kind: 'refused',
        refusals: [{ verificationId: id, reason: 'unknown_history' }],
      });
    } finally {
      await db.query('UPDATE database_histories SET timeline = timeline - 1');
    }
  });

  function writeOff(id: string, revoke: NonNullable<Requeue['revoke']>) {
    const cases = [{ verificationId: id, note: buildNote() }];
    return db.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: true, revoke }, reviewer),
    );
  }

  it('writes off at once what its own worker settled as uncertain', async () => {
    const { id } = await review(['no_answer']);
    await db.query(`UPDATE workers SET ended_at = NULL, beat_at = now() WHERE id = 'test'`);
    expect(await requeue([id], { confirmed: true })).to.include({ kind: 'requeued' });
  });

  for (const news of ['not_sent', 'refused_for_now'] as const) {
    it(`sends back what was tried and cost nothing (${news}), and writes nothing off`, async () => {
      const { id, submission } = await review([news]);
      await settleChecks(db, [givingUp(submission)]);
      expect(await requeue([id])).to.deep.include({ kind: 'requeued' });
      expect((await readCalls(db, checkIdOf(submission)))[0]?.state).to.equal(news);
      const [entry] = await readAudit(db, id);
      expect(entry?.details).to.include({ calls_written_off: 0 });
    });
  }

  it('lets go of the cases that it sends back', async () => {
    const { id } = await review(['never_sent']);
    await db.transaction((sql) => takeReview(sql, id, newId(), reviewer));
    expect(await readHolder(db, id)).to.equal(reviewer.userId);
    await requeue([id]);
    expect(await readHolder(db, id)).to.equal(null);
  });

  for (const news of ['lost', 'no_answer', 'unclear_answer'] as const) {
    it(`refuses what may have been received (${news}) and leaves it in review`, async () => {
      const { id } = await review([news]);
      const before = await readVerification(db, id);
      expect(await requeue([id])).to.deep.equal({
        kind: 'refused',
        refusals: [{ verificationId: id, reason: 'may_have_been_received' }],
      });
      expect(await readVerification(db, id)).to.deep.equal(before);
    });

    it(`writes the call off (${news}) when the provider has confirmed that it charges nothing`, async () => {
      const { id, submission } = await review([news]);
      expect(await requeue([id], { confirmed: true })).to.deep.include({ kind: 'requeued' });
      const checkId = checkIdOf(submission);
      const [call] = await readCalls(db, checkId);
      expect(call?.state).to.equal('written_off');
      const [entry] = await readAudit(db, id);
      expect(entry?.details).to.include({ provider_confirmed_no_charge: true, calls_written_off: 1 });

      const second = await dispatch(db, submission);
      await settleChecks(db, [settlementOf(submission, second, 'positive')]);
      expect(await readVerification(db, id)).to.include({
        status: 'completed',
        credits_charged: 5,
        // A result like any other: no person made it.
        review_reason: null,
      });
    });
  }

  it('lets one call through after writing off, not two', async () => {
    const { id, submission } = await review();
    await requeue([id], { confirmed: true });
    const dispatches = [newId(), newId(), newId()].map((callId) => ({
      checkId: checkIdOf(submission),
      callId,
      provider: 'upstream' as const,
    }));
    const marked = await Promise.all(
      dispatches.map((one) => markDispatched(db, [one], { worker: 'test', deadlineMs: 60_000 })),
    );
    expect(marked.flat().filter(({ kind }) => kind === 'marked')).to.have.length(1);
  });

  it('keeps the answer of a written-off call as evidence, and no more than that', async () => {
    const { id, submission, calls } = await review();
    await requeue([id], { confirmed: true });
    await settleChecks(db, [settlementOf(submission, calls[0] ?? '', 'negative')]);
    expect(await readVerification(db, id)).to.include({ status: 'pending' });
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.include({ state: 'written_off', late: true });
  });

  it('sends back only the parts of a bundle that are in review', async () => {
    const { id, submission } = await review(['positive', 'lost', 'negative'], 'kyc_bundle');
    const result = await requeue([id], { confirmed: true });
    expect(result).to.deep.equal({ kind: 'requeued', checkIds: [checkIdOf(submission, 1)] });
    expect(await readCheck(db, checkIdOf(submission, 0))).to.include({ status: 'completed' });
    const second = await dispatch(db, submission, { position: 1 });
    await settleChecks(db, [settlementOf(submission, second, 'positive', 1)]);
    expect(await readVerification(db, id)).to.include({ status: 'completed', outcome: 'negative' });
  });

  it('sends back many cases together', async () => {
    const reviews = await Promise.all([1, 2, 3].map(() => review(['never_sent'])));
    const ids = reviews.map(({ id }) => id);
    const result = await requeue(ids);
    expect(result.kind === 'requeued' && result.checkIds).to.have.members(
      reviews.map(({ submission }) => checkIdOf(submission)),
    );
    for (const id of ids) expect(await readAudit(db, id)).to.have.length(1);
  });

  it('sends back none of many when one may have been received, is no review, or does not exist', async () => {
    const [good, sent, done] = await Promise.all([review(['never_sent']), review(), review(['positive'])]);
    const unknown = newId();
    const ids = [good.id, sent.id, done.id, unknown];
    expect(await requeue(ids)).to.deep.equal({
      kind: 'refused',
      refusals: [
        { verificationId: sent.id, reason: 'may_have_been_received' },
        { verificationId: done.id, reason: 'not_in_review' },
        { verificationId: unknown, reason: 'unknown' },
      ],
    });
    expect(await readVerification(db, good.id)).to.include({ status: 'manual_review' });
  });

  it('gives the reconciler another day to reach the provider', async () => {
    const { id, submission } = await review(['never_sent']);
    await db.query(`UPDATE checks SET created_at = now() - interval '25 hours' WHERE verification_id = $1`, [
      id,
    ]);
    await requeue([id]);
    const overdue = await db.query(
      `SELECT id FROM checks WHERE id = $1
       AND coalesce(requeued_at, created_at) < now() - interval '24 hours'`,
      [checkIdOf(submission)],
    );
    expect(overdue).to.deep.equal([]);
  });

  it('happens once when the connection is lost after the commit', async () => {
    const { id, submission } = await review(['never_sent']);
    const proxy = await startCuttingProxy(database.url);
    try {
      const unlucky = await database.open({ url: proxy.url });
      proxy.cutNext('after');
      const result = await requeue([id], { on: unlucky });
      expect(result).to.deep.equal({ kind: 'requeued', checkIds: [checkIdOf(submission)] });
    } finally {
      await proxy.close();
    }
    expect(await readAudit(db, id)).to.have.length(1);
  });
});
