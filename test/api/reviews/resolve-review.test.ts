import { expect } from 'chai';
import { type Resolution, resolveReview } from '../../../api/reviews/resolve-review.js';
import { takeReview } from '../../../api/reviews/take-review.js';
import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { Reviewer } from '../../../shared/reviews/review-case.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import {
  readCalls,
  readCheck,
  readEntryKinds,
  readHolder,
  readVerification,
} from '../../support/checks/read-state.js';
import { buildNote, type PartNews, readAudit, settleParts } from '../../support/checks/reviews.js';
import { checkIdOf, settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';

const COMPLETE = { kind: 'complete', outcome: 'positive', label: 'Confirmed by phone' } as const;
const RELEASE = { kind: 'release', label: 'No result could be had' } as const;

describe('resolveReview', () => {
  const database = useDatabase();
  let db: Database;
  let other: Database;
  let reviewer: Reviewer & { userId: string };

  before(async () => {
    db = database.db;
    other = await database.open();
    reviewer = await newReviewer();
  });
  afterEach(() => expectInvariants(db));

  async function newReviewer() {
    return { userId: (await buildUser(db, { clientId: null })).id, ipAddress: '127.0.0.1' };
  }

  async function review(news: readonly PartNews[] = ['lost'], serviceCode?: ServiceCode) {
    const { id: clientId } = await buildClient(db);
    const submission = await acceptOne(db, { clientId, ...(serviceCode !== undefined && { serviceCode }) });
    const calls = await settleParts(db, submission, news);
    return { submission, id: submission.verificationId, calls };
  }

  function resolve(id: string, decision: Resolution['decision'], by: Reviewer = reviewer, on = db) {
    const resolution = { verificationId: id, decision, note: buildNote() };
    return on.transaction((sql) => resolveReview(sql, resolution, by));
  }

  const reasons: readonly PartNews[] = ['lost', 'no_answer', 'unclear_answer', 'never_sent'];
  for (const news of reasons) {
    it(`completes one that is in review because of ${news}, and charges it`, async () => {
      const { id, submission } = await review([news]);
      const { review_reason: reason } = await readVerification(db, id);
      expect(await resolve(id, COMPLETE)).to.equal('resolved');
      expect(await readVerification(db, id)).to.deep.include({
        status: 'completed',
        outcome: 'positive',
        label: COMPLETE.label,
        credits_reserved: 0,
        credits_charged: 5,
        completed: true,
        // The reason stays: it is how the report knows that a person completed it.
        review_reason: reason,
      });
      expect(await readCheck(db, checkIdOf(submission))).to.deep.include({
        status: 'completed',
        outcome: 'positive',
        label: COMPLETE.label,
        review_reason: null,
      });
      expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'charge']);
    });

    it(`releases one that is in review because of ${news}, for free`, async () => {
      const { id, submission } = await review([news]);
      expect(await resolve(id, RELEASE)).to.equal('resolved');
      expect(await readVerification(db, id)).to.deep.include({
        status: 'completed',
        outcome: 'closed',
        label: RELEASE.label,
        credits_reserved: 0,
        credits_charged: 0,
      });
      expect(await readCheck(db, checkIdOf(submission))).to.include({ status: 'manual_review' });
      expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'release']);
    });
  }

  it('gives a bundle the label of the reviewer, and its clear parts their own', async () => {
    const { id, submission } = await review(['negative', 'lost', 'positive'], 'kyc_bundle');
    await resolve(id, COMPLETE);
    expect(await readVerification(db, id)).to.include({ outcome: 'negative', label: COMPLETE.label });
    const labels = await Promise.all(submission.checkIds.map((check) => readCheck(db, check)));
    expect(labels.map((check) => check.label === COMPLETE.label)).to.deep.equal([false, true, false]);
  });

  const bundles: readonly [PartNews[], Resolution['decision'], string][] = [
    [['positive', 'lost', 'positive'], COMPLETE, 'positive'],
    [['negative', 'lost', 'positive'], COMPLETE, 'negative'],
    [['rejected', 'lost', 'rejected'], COMPLETE, 'mixed'],
    [['lost', 'lost', 'unclear_answer'], COMPLETE, 'positive'],
    [['positive', 'lost', 'no_record'], RELEASE, 'closed'],
  ];
  for (const [news, decision, outcome] of bundles) {
    it(`makes a bundle of ${news.join(', ')} ${outcome} by ${decision.kind}, and keeps the parts that are done`, async () => {
      const { id, submission } = await review(news, 'kyc_bundle');
      const before = await Promise.all(submission.checkIds.map((check) => readCheck(db, check)));
      expect(await resolve(id, decision)).to.equal('resolved');
      expect(await readVerification(db, id)).to.include({ status: 'completed', outcome });
      const after = await Promise.all(submission.checkIds.map((check) => readCheck(db, check)));
      for (const [position, check] of before.entries()) {
        if (check.status === 'completed') expect(after[position]).to.deep.equal(check);
      }
      expect(await readEntryKinds(db, id)).to.have.length(2);
    });
  }

  it('lets one of many decisions at the same instant win, and tells the others', async () => {
    const { id } = await review();
    const decisions = [COMPLETE, RELEASE, COMPLETE, RELEASE];
    const results = await Promise.all(
      decisions.map((decision, index) => resolve(id, decision, reviewer, index % 2 === 0 ? db : other)),
    );
    expect(results.sort()).to.deep.equal(['not_in_review', 'not_in_review', 'not_in_review', 'resolved']);
    expect(await readEntryKinds(db, id)).to.have.length(2);
    expect(await readAudit(db, id)).to.have.length(1);
  });

  it('leaves everything as it is when there is nothing to decide', async () => {
    const { id } = await review(['positive']);
    const before = await readVerification(db, id);
    expect(await resolve(id, RELEASE)).to.equal('not_in_review');
    expect(await resolve(newId(), RELEASE)).to.equal('unknown');
    expect(await readVerification(db, id)).to.deep.equal(before);
  });

  it('leaves a case to the reviewer who holds it, except for a command on the server', async () => {
    const { id } = await review();
    const colleague = await newReviewer();
    await db.transaction((sql) => takeReview(sql, id, newId(), colleague));
    expect(await resolve(id, COMPLETE)).to.equal('taken');
    expect(await resolve(id, RELEASE, { userId: null })).to.equal('resolved');
    expect((await readAudit(db, id)).at(-1)).to.include({ actor: 'system', action: 'review.released' });
  });

  it('lets anybody decide when the hold has run out', async () => {
    const { id } = await review();
    const colleague = await newReviewer();
    await db.transaction((sql) => takeReview(sql, id, newId(), colleague));
    await db.query(
      `UPDATE reviews SET taken_until = now() - interval '1 second' WHERE verification_id = $1`,
      [id],
    );
    expect(await resolve(id, COMPLETE)).to.equal('resolved');
  });

  it('is not overturned by an answer that comes later', async () => {
    const { id, submission, calls } = await review();
    await resolve(id, RELEASE);
    const before = await readVerification(db, id);
    await settleChecks(db, [settlementOf(submission, calls[0] ?? '', 'positive')]);
    expect(await readVerification(db, id)).to.deep.equal(before);
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.deep.include({ state: 'uncertain', late: true });
  });

  for (const when of ['before', 'after'] as const) {
    it(`decides exactly once when the connection is lost ${when} the commit`, async () => {
      const { id } = await review();
      const proxy = await startCuttingProxy(database.url);
      try {
        const unlucky = await database.open({ url: proxy.url });
        proxy.cutNext(when);
        expect(await resolve(id, COMPLETE, reviewer, unlucky)).to.equal('resolved');
        expect(proxy.cuts()).to.equal(1);
      } finally {
        await proxy.close();
      }
      expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'charge']);
      expect(await readAudit(db, id)).to.have.length(1);
    });
  }

  it('says in the audit log who decided what, and never why in words', async () => {
    const { id } = await review();
    await resolve(id, COMPLETE);
    const [entry] = await readAudit(db, id);
    expect(entry).to.deep.include({ actor: toPublicId('user', reviewer.userId), action: 'review.completed' });
    expect(entry?.details).to.include({ outcome: 'positive', credits: 5 });
    expect(entry?.details).to.have.all.keys('outcome', 'credits', 'note_id');
  });

  it('lets go of the case that it decides', async () => {
    const { id } = await review();
    await db.transaction((sql) => takeReview(sql, id, newId(), reviewer));
    expect(await readHolder(db, id)).to.equal(reviewer.userId);
    await resolve(id, RELEASE);
    expect(await readHolder(db, id)).to.equal(null);
  });
});
