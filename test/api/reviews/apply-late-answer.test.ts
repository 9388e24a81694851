import { expect } from 'chai';
import { applyLateAnswer } from '../../../api/reviews/apply-late-answer.js';
import { resolveReview } from '../../../api/reviews/resolve-review.js';
import { takeReview } from '../../../api/reviews/take-review.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
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
import { checkIdOf, type News, settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';

describe('applyLateAnswer', () => {
  const database = useDatabase();
  let db: Database;
  let reviewer: { userId: string };

  before(async () => {
    db = database.db;
    reviewer = { userId: (await buildUser(db, { clientId: null })).id };
  });
  afterEach(() => expectInvariants(db));

  /** A verification whose calls were given up, some of which were answered after all. */
  async function review(
    news: readonly PartNews[],
    late: readonly (News | null)[],
    serviceCode?: ServiceCode,
  ) {
    const { id: clientId } = await buildClient(db);
    const submission = await acceptOne(db, { clientId, ...(serviceCode !== undefined && { serviceCode }) });
    const calls = await settleParts(db, submission, news);
    for (const [position, answer] of late.entries()) {
      if (answer === null) continue;
      await settleChecks(db, [settlementOf(submission, calls[position] ?? '', answer, position)]);
    }
    return { submission, id: submission.verificationId };
  }

  function apply(id: string, on = db) {
    const application = { verificationId: id, note: buildNote() };
    return on.transaction((sql) => applyLateAnswer(sql, application, reviewer));
  }

  const answers: readonly { late: News; outcome: string; charged: number; call: string; entry: string }[] = [
    { late: 'positive', outcome: 'positive', charged: 5, call: 'answered', entry: 'charge' },
    { late: 'no_record', outcome: 'no_record', charged: 5, call: 'answered', entry: 'charge' },
    { late: 'rejected', outcome: 'rejected', charged: 0, call: 'refused', entry: 'release' },
  ];
  for (const { late, outcome, charged, call, entry } of answers) {
    it(`makes the verification what the late answer found: ${late}`, async () => {
      const { id, submission } = await review(['lost'], [late]);
      expect(await readVerification(db, id)).to.include({ status: 'manual_review' });
      expect(await apply(id)).to.equal('applied');
      expect(await readVerification(db, id)).to.include({
        status: 'completed',
        outcome,
        credits_charged: charged,
      });
      expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', entry]);
      const check = await readCheck(db, checkIdOf(submission));
      expect(check).to.include({ outcome, label: `Found: ${late}`, review_reason: null });
      expect(check.details_sealed?.toString()).to.equal('details');
      expect(check.photo_sealed?.toString()).to.equal('photo');
      expect((await readCalls(db, checkIdOf(submission)))[0]).to.include({ state: call, late: true });
      const [audited, ...others] = await readAudit(db, id);
      expect(others).to.deep.equal([]);
      expect(audited).to.include({ action: 'review.late_answer_applied' });
      expect(audited?.details).to.include({ parts: 1, outcome });
    });
  }

  const useless: readonly (News | null)[] = [null, 'unclear_answer', 'refused_for_now'];
  for (const late of useless) {
    it(`has nothing to apply when what came late was ${late ?? 'nothing'}`, async () => {
      const { id } = await review(['lost'], [late]);
      expect(await apply(id)).to.equal('no_late_answer');
      expect(await readVerification(db, id)).to.include({ status: 'manual_review' });
    });
  }

  it('leaves a bundle in review while another part is unclear, with the applied part done', async () => {
    const { id, submission } = await review(
      ['lost', 'unclear_answer', 'positive'],
      ['negative'],
      'kyc_bundle',
    );
    expect(await readVerification(db, id)).to.include({ review_reason: 'no_answer' });
    expect(await apply(id)).to.equal('applied');
    expect(await readVerification(db, id)).to.include({
      status: 'manual_review',
      review_reason: 'unclear_answer',
      credits_reserved: 15,
    });
    expect(await readCheck(db, checkIdOf(submission))).to.include({
      status: 'completed',
      outcome: 'negative',
    });
    const [entry] = await readAudit(db, id);
    expect(entry?.details, 'nothing is decided yet').to.include({ parts: 1, outcome: null });
    expect(await apply(id)).to.equal('no_late_answer');
  });

  it('lets go of the case when nothing of it is unclear any more, and only then', async () => {
    const whole = await review(['lost'], ['positive']);
    const part = await review(['lost', 'lost', 'positive'], ['positive', null], 'kyc_bundle');
    for (const { id } of [whole, part]) {
      await db.transaction((sql) => takeReview(sql, id, newId(), reviewer));
      expect(await apply(id)).to.equal('applied');
    }
    expect(await readHolder(db, whole.id)).to.equal(null);
    expect(await readHolder(db, part.id)).to.equal(reviewer.userId);
  });

  it('never overturns a decision', async () => {
    const { id } = await review(['lost'], ['positive']);
    const decision = { kind: 'release', label: 'Closed' } as const;
    await db.transaction((sql) =>
      resolveReview(sql, { verificationId: id, decision, note: buildNote() }, reviewer),
    );
    const before = await readVerification(db, id);
    expect(await apply(id)).to.equal('not_in_review');
    expect(await readVerification(db, id)).to.deep.equal(before);
  });

  it('is done once by two at the same instant, or loses against a decision', async () => {
    const { id } = await review(['lost'], ['positive']);
    const decision = { kind: 'release', label: 'Closed' } as const;
    const results = await Promise.all([
      apply(id),
      apply(id),
      db.transaction((sql) =>
        resolveReview(sql, { verificationId: id, decision, note: buildNote() }, reviewer),
      ),
    ]);
    expect(results.filter((result) => result === 'not_in_review')).to.have.length(2);
    expect(await readEntryKinds(db, id)).to.have.length(2);
  });

  it('is applied exactly once when the connection is lost after the commit', async () => {
    const { id } = await review(['lost'], ['positive']);
    const proxy = await startCuttingProxy(database.url);
    try {
      const unlucky = await database.open({ url: proxy.url });
      proxy.cutNext('after');
      expect(await apply(id, unlucky)).to.equal('applied');
      expect(proxy.cuts()).to.equal(1);
    } finally {
      await proxy.close();
    }
    expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'charge']);
    expect(await readAudit(db, id)).to.have.length(1);
  });

  it('knows no verification that does not exist', async () => {
    expect(await apply(newId())).to.equal('unknown');
  });
});
