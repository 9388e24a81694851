import { expect } from 'chai';
import { resolveReview } from '../../../api/reviews/resolve-review.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { eraseVerifications } from '../../../shared/erasure/erase-verifications.js';
import { requeueReviews } from '../../../shared/reviews/requeue-reviews.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import type { Settlement } from '../../../shared/settlement/settlement.js';
import {
  readCalls,
  readCheck,
  readEntryKinds,
  readVerification,
  readWallet,
} from '../../support/checks/read-state.js';
import { buildNote } from '../../support/checks/reviews.js';
import {
  checkIdOf,
  dispatch,
  givingUp,
  losing,
  type News,
  settlementOf,
} from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';

const BALANCE = 1_000;

describe('settleChecks', () => {
  const database = useDatabase();
  let db: Database;
  let other: Database;

  before(async () => {
    db = database.db;
    other = await database.open();
  });

  afterEach(() => expectInvariants(db));

  /** An accepted verification of a new client. */
  async function accept(serviceCode: ServiceCode = 'said_verification') {
    const client = await buildClient(db, { balance: BALANCE });
    return acceptOne(db, { clientId: client.id, serviceCode });
  }

  /** An accepted verification, every check of which has its call committed. */
  async function acceptAndDispatch(serviceCode: ServiceCode = 'said_verification') {
    const submission = await accept(serviceCode);
    const calls: string[] = [];
    for (const position of submission.checkIds.keys())
      calls.push(await dispatch(db, submission, { position }));
    const settle = (news: News, position = 0, on = db) =>
      settleChecks(on, [settlementOf(submission, calls[position] ?? '', news, position)]);
    return { submission, id: submission.verificationId, calls, settle };
  }

  describe('of a single check', () => {
    const endings: readonly {
      news: News;
      status: string;
      outcome: string | null;
      reason: string | null;
      charged: number;
      reserved: number;
      entries: string[];
      call: string;
    }[] = [
      ...(['positive', 'negative', 'no_record'] as const).map((news) => ({
        news,
        status: 'completed',
        outcome: news,
        reason: null,
        charged: 5,
        reserved: 0,
        entries: ['reserve', 'charge'],
        call: 'answered',
      })),
      {
        news: 'rejected',
        status: 'completed',
        outcome: 'rejected',
        reason: null,
        charged: 0,
        reserved: 0,
        entries: ['reserve', 'release'],
        call: 'refused',
      },
      ...(['unclear_answer', 'no_answer'] as const).map((news) => ({
        news,
        status: 'manual_review',
        outcome: null,
        reason: news,
        charged: 0,
        reserved: 5,
        entries: ['reserve'],
        call: 'uncertain',
      })),
      ...(['not_sent', 'refused_for_now'] as const).map((news) => ({
        news,
        status: 'pending',
        outcome: null,
        reason: null,
        charged: 0,
        reserved: 5,
        entries: ['reserve'],
        call: news,
      })),
    ];
    for (const { news, status, outcome, reason, charged, reserved, entries, call } of endings) {
      it(`makes it ${status} with ${charged} charged and ${reserved} held when the call brought ${news}`, async () => {
        const { submission, id, settle } = await acceptAndDispatch();
        const settled = await settle(news);
        const open = status === 'pending';
        expect(settled.map(({ tookMs, ...rest }) => ({ ...rest, timed: tookMs >= 0 }))).to.deep.equal(
          open
            ? []
            : [
                {
                  id,
                  clientId: submission.clientId,
                  status,
                  serviceCode: submission.service.code,
                  timed: true,
                },
              ],
        );
        expect(await readVerification(db, id)).to.deep.include({
          status,
          outcome,
          review_reason: reason,
          credits_charged: charged,
          credits_reserved: reserved,
          version: open ? 1 : 2,
          completed: status === 'completed',
        });
        expect(await readCheck(db, checkIdOf(submission))).to.deep.include({
          status,
          outcome,
          review_reason: reason,
          settled: !open,
        });
        expect(await readEntryKinds(db, id)).to.deep.equal(entries);
        expect(await readWallet(db, submission.clientId)).to.deep.equal({
          balance: BALANCE - charged,
          reserved,
        });
        const [stored] = await readCalls(db, checkIdOf(submission));
        expect(stored).to.include({ state: call, late: false });
      });
    }

    it('keeps what was found: label, details, reference and photograph', async () => {
      const { submission, id, calls } = await acceptAndDispatch();
      const settlement = settlementOf(submission, calls[0] ?? '', 'positive');
      const photoSealed = Buffer.from('photograph');
      await settleChecks(db, [
        { ...settlement, result: { ...settlement.result, photoSealed } as typeof settlement.result },
      ]);
      expect((await readVerification(db, id)).label).to.equal('Found: positive');
      const [stored] = await db.query(
        'SELECT label, details_sealed, reference_sealed, photo_sealed FROM checks WHERE id = $1',
        [checkIdOf(submission)],
      );
      expect(stored).to.deep.equal({
        label: 'Found: positive',
        details_sealed: Buffer.from('details'),
        reference_sealed: Buffer.from('reference'),
        photo_sealed: photoSealed,
      });
    });

    it('leaves room for another call after one that was not sent', async () => {
      const { submission, settle, id } = await acceptAndDispatch();
      await settle('not_sent');
      const second = await dispatch(db, submission);
      await settleChecks(db, [settlementOf(submission, second, 'positive')]);
      expect(await readVerification(db, id)).to.include({ status: 'completed', credits_charged: 5 });
      expect((await readCalls(db, checkIdOf(submission))).map(({ state }) => state)).to.have.members([
        'not_sent',
        'answered',
      ]);
    });

    it('gives up a check that was never sent, and holds the credits', async () => {
      const submission = await accept();
      const settled = await settleChecks(db, [givingUp(submission)]);
      expect(settled.map(({ status }) => status)).to.deep.equal(['manual_review']);
      expect(await readVerification(db, submission.verificationId)).to.include({
        review_reason: 'not_reached',
        credits_reserved: 5,
      });
    });

    it('gives up a check whose only calls were not sent, whatever other checks of the batch have', async () => {
      const { submission, id, settle } = await acceptAndDispatch();
      await settle('not_sent');
      const other = await acceptAndDispatch();
      await settleChecks(db, [givingUp(submission), givingUp(other.submission)]);
      expect(await readVerification(db, id)).to.include({ review_reason: 'not_reached' });
      expect(await readVerification(db, other.id)).to.include({ status: 'pending' });
    });

    it('does not give up a check whose marker is committed', async () => {
      const { submission, id, settle } = await acceptAndDispatch();
      expect(await settleChecks(db, [givingUp(submission)])).to.deep.equal([]);
      expect(await readVerification(db, id)).to.include({ status: 'pending', version: 1 });
      await settle('positive');
      expect(await readVerification(db, id)).to.include({ status: 'completed' });
    });
  });

  describe('settled more than once', () => {
    it('is settled by the first only, one after the other', async () => {
      const { id, settle } = await acceptAndDispatch();
      expect(await settle('positive')).to.have.lengthOf(1);
      const first = await readVerification(db, id);
      for (const news of ['positive', 'rejected', 'no_answer', 'not_sent'] as const) {
        expect(await settle(news)).to.deep.equal([]);
      }
      expect(await readVerification(db, id)).to.deep.equal(first);
      expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'charge']);
    });

    it('is settled once by two at the same instant, and the loser changes nothing', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { submission, id, settle } = await acceptAndDispatch();
        const settled = await Promise.all([settle('positive'), settle('rejected', 0, other)]);
        expect(settled.flat()).to.have.lengthOf(1);
        const won = settled[0]?.length === 1;
        expect(await readVerification(db, id)).to.include({
          outcome: won ? 'positive' : 'rejected',
          credits_charged: won ? 5 : 0,
          version: 2,
        });
        expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', won ? 'charge' : 'release']);
        const [call] = await readCalls(db, checkIdOf(submission));
        expect(call?.state).to.equal(won ? 'answered' : 'refused');
      }
    });

    it('is settled once when it is twice in one batch', async () => {
      const { submission, id, calls } = await acceptAndDispatch();
      const settlement = settlementOf(submission, calls[0] ?? '', 'positive');
      expect(await settleChecks(db, [settlement, settlement])).to.have.lengthOf(1);
      expect(await readVerification(db, id)).to.include({ version: 2, credits_charged: 5 });
    });
  });

  describe('of an answer that comes late', () => {
    it('is kept as evidence only, after the call was given up', async () => {
      const { submission, id, calls, settle } = await acceptAndDispatch();
      await settleChecks(db, [losing(submission, calls[0] ?? '')]);
      const reviewed = await readVerification(db, id);
      const check = await readCheck(db, checkIdOf(submission));

      expect(await settle('positive')).to.deep.equal([]);
      const [call] = await readCalls(db, checkIdOf(submission));
      expect(call).to.deep.include({ state: 'uncertain', late: true, http_status: 200 });
      expect(call?.answer_sealed?.toString()).to.equal('answer: positive');
      expect(await readVerification(db, id)).to.deep.equal(reviewed);
      expect(await readCheck(db, checkIdOf(submission))).to.deep.equal(check);
      expect(await readEntryKinds(db, id)).to.deep.equal(['reserve']);
    });

    it('is kept once: a second one does not replace the first', async () => {
      const { submission, calls, settle } = await acceptAndDispatch();
      await settleChecks(db, [losing(submission, calls[0] ?? '')]);
      await settle('positive');
      await settle('negative');
      const [call] = await readCalls(db, checkIdOf(submission));
      expect(call?.answer_sealed?.toString()).to.equal('answer: positive');
    });

    it('is not kept of what was erased meanwhile, and is of the others in its batch', async () => {
      const [erased, kept] = [await acceptAndDispatch(), await acceptAndDispatch()];
      await settleChecks(db, [
        losing(erased.submission, erased.calls[0] ?? ''),
        losing(kept.submission, kept.calls[0] ?? ''),
      ]);
      const decision = { kind: 'release', label: 'Closed' } as const;
      await db.transaction(async (sql) => {
        const resolution = { verificationId: erased.id, decision, note: buildNote() };
        await resolveReview(sql, resolution, { userId: null });
      });
      await db.transaction((sql) => eraseVerifications(sql, [erased.id]));
      await settleChecks(
        db,
        [erased, kept].map(({ submission, calls }) => settlementOf(submission, calls[0] ?? '', 'positive')),
      );
      expect((await readCalls(db, checkIdOf(erased.submission)))[0]).to.include({ late: false });
      expect((await readCalls(db, checkIdOf(kept.submission)))[0]).to.include({ late: true });
    });

    it('is told of, counted and kept when the call had been written off', async () => {
      const { submission, id, calls } = await acceptAndDispatch();
      const before = await loadFigures(db);
      await settleChecks(db, [losing(submission, calls[0] ?? '')]);
      const cases = [{ verificationId: id, note: buildNote() }];
      await db.transaction((sql) =>
        requeueReviews(sql, { cases, providerConfirmedNoCharge: true }, { userId: null }),
      );
      const told: string[] = [];
      const answer = settlementOf(submission, calls[0] ?? '', 'positive');
      const onPaidTwice = (paidTwice: readonly Settlement[]): void => {
        told.push(...paidTwice.map(({ checkId }) => checkId));
      };
      for (let time = 1; time <= 2; time += 1) await settleChecks(db, [answer], { onPaidTwice });
      expect(told).to.deep.equal([checkIdOf(submission)]);
      expect((await readCalls(db, checkIdOf(submission)))[0]).to.include({
        state: 'written_off',
        late: true,
      });
      expect((await loadFigures(db)).paidTwice).to.equal(before.paidTwice + 1);
      expect((await readVerification(db, id)).status).to.equal('pending');
    });

    it('is told of, counted and kept when the database has lost that call and knows another', async () => {
      const { submission, settle } = await acceptAndDispatch();
      const before = await loadFigures(db);
      await settle('positive');
      const told: string[] = [];
      const lost = settlementOf(submission, newId(), 'negative');
      const onPaidTwice = (paidTwice: readonly Settlement[]): void => {
        told.push(...paidTwice.map(({ call }) => call?.id ?? ''));
      };
      await settleChecks(db, [lost, lost], { onPaidTwice });
      await settleChecks(db, [lost], { onPaidTwice });
      expect(told).to.deep.equal([lost.call?.id]);
      const calls = await readCalls(db, checkIdOf(submission));
      expect(calls.map(({ state, late }) => ({ state, late }))).to.have.deep.members([
        { state: 'answered', late: false },
        { state: 'written_off', late: true },
      ]);
      expect((await loadFigures(db)).paidTwice).to.equal(before.paidTwice + 1);
      expect(await readCheck(db, checkIdOf(submission))).to.include({ outcome: 'positive' });
    });

    it('can be put in place where a person waits for it, though the database has lost that call', async () => {
      const submission = await accept();
      await settleChecks(db, [givingUp(submission)]);
      const before = await loadFigures(db);
      const told: string[] = [];
      const lost = settlementOf(submission, newId(), 'positive');
      await settleChecks(db, [lost], { onPaidTwice: () => told.push('told') });
      expect(told).to.deep.equal([]);
      const [call, ...others] = await readCalls(db, checkIdOf(submission));
      expect(others).to.deep.equal([]);
      expect(call).to.include({ state: 'uncertain', late: true });
      expect((await loadFigures(db)).lateAnswers).to.equal(before.lateAnswers + 1);
      const [finding] = await db.query<{ outcome: string }>(
        'SELECT outcome FROM late_findings WHERE call_id = $1',
        [lost.call?.id],
      );
      expect(finding).to.deep.equal({ outcome: 'positive' });
    });

    it('is not kept when it is none', async () => {
      const { submission, calls, settle } = await acceptAndDispatch();
      await settleChecks(db, [losing(submission, calls[0] ?? '')]);
      await settle('no_answer');
      const [call] = await readCalls(db, checkIdOf(submission));
      // Its worker has finished with it, so nobody is left who may still send it.
      expect(call).to.include({ state: 'uncertain', late: false, reason: 'ECONNRESET' });
    });
  });

  describe('of a bundle', () => {
    it('stays open, with a new version, until its last check is settled, and is charged once', async () => {
      const { submission, id, settle } = await acceptAndDispatch('kyc_bundle');
      expect(await settle('positive', 2)).to.deep.equal([]);
      expect(await readVerification(db, id)).to.include({
        status: 'pending',
        version: 2,
        credits_reserved: 15,
      });
      expect(await settle('no_record', 0)).to.deep.equal([]);
      expect(await settle('positive', 1)).to.have.lengthOf(1);
      expect(await readVerification(db, id)).to.include({
        status: 'completed',
        outcome: 'mixed',
        version: 4,
        credits_charged: 15,
      });
      expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'charge']);
      expect(await readWallet(db, submission.clientId)).to.deep.equal({ balance: BALANCE - 15, reserved: 0 });
    });

    it('does not get a new version from a call that was not sent', async () => {
      const { id, settle } = await acceptAndDispatch('kyc_bundle');
      await settle('not_sent', 1);
      expect(await readVerification(db, id)).to.include({ status: 'pending', version: 1 });
    });

    it('gives up a part once, also when two reconcilers give it up', async () => {
      const submission = await accept('kyc_bundle');
      for (const on of [db, other]) await settleChecks(on, [givingUp(submission, 1)]);
      expect(await readVerification(db, submission.verificationId)).to.include({
        status: 'pending',
        version: 2,
      });
    });

    const reviews: readonly [News[], string][] = [
      [['unclear_answer', 'no_answer', 'positive'], 'no_answer'],
      [['no_answer', 'positive', 'unclear_answer'], 'no_answer'],
      [['positive', 'unclear_answer', 'rejected'], 'unclear_answer'],
    ];
    for (const [news, reason] of reviews) {
      it(`goes into review because of ${reason} after ${news.join(', ')}, and done parts stay`, async () => {
        const { submission, id, settle } = await acceptAndDispatch('kyc_bundle');
        for (const [position, word] of news.entries()) await settle(word, position);
        expect(await readVerification(db, id)).to.include({
          status: 'manual_review',
          review_reason: reason,
          credits_reserved: 15,
          credits_charged: 0,
        });
        const done = await readCheck(db, checkIdOf(submission, news.indexOf('positive')));
        expect(done).to.deep.include({ status: 'completed', outcome: 'positive' });
        expect(done.details_sealed?.toString()).to.equal('details');
      });
    }

    it('is released when every part was refused', async () => {
      const { submission, id, settle } = await acceptAndDispatch('kyc_bundle');
      for (const position of [0, 1, 2]) await settle('rejected', position);
      expect(await readVerification(db, id)).to.include({ outcome: 'rejected', credits_charged: 0 });
      expect(await readWallet(db, submission.clientId)).to.deep.equal({ balance: BALANCE, reserved: 0 });
    });

    it('is settled exactly once when its parts are settled by several workers at the same instant', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { id, settle } = await acceptAndDispatch('kyc_bundle');
        const settled = await Promise.all([
          settle('positive', 0),
          settle('positive', 1, other),
          settle('positive', 2, round % 2 === 0 ? db : other),
        ]);
        expect(settled.flat()).to.have.lengthOf(1);
        expect(await readVerification(db, id)).to.include({
          outcome: 'positive',
          version: 4,
          credits_charged: 15,
        });
        expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'charge']);
      }
    });

    it('is settled by one batch with all its parts', async () => {
      const { submission, id, calls } = await acceptAndDispatch('employee_bundle');
      const batch = calls.map((callId, position) => settlementOf(submission, callId, 'positive', position));
      expect(await settleChecks(db, batch)).to.have.lengthOf(1);
      expect(await readVerification(db, id)).to.include({
        outcome: 'positive',
        version: 2,
        credits_charged: 20,
      });
    });
  });

  it('settles a batch of many clients, each from its own wallet', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => acceptAndDispatch()));
    const batch = all.map(({ submission, calls }, index) =>
      settlementOf(submission, calls[0] ?? '', index % 2 === 0 ? 'positive' : 'rejected'),
    );
    expect(await settleChecks(db, batch)).to.have.lengthOf(12);
    for (const [index, { submission }] of all.entries()) {
      const balance = index % 2 === 0 ? BALANCE - 5 : BALANCE;
      expect(await readWallet(db, submission.clientId)).to.deep.equal({ balance, reserved: 0 });
    }
  });

  it('takes nothing that was kept for a lost verification whose check was accepted again', async () => {
    const { submission, id, calls } = await acceptAndDispatch();
    const current = settlementOf(submission, calls[0] ?? '', 'positive');
    const lost = settlementOf(submission, newId(), 'negative');
    const gone: Settlement[] = [];
    const settled = await settleChecks(db, [{ ...lost, verificationId: newId() }, current], {
      onGone: (settlements) => gone.push(...settlements),
    });
    expect(settled.map((one) => one.id)).to.deep.equal([id]);
    expect(await readVerification(db, id)).to.include({ status: 'completed', outcome: 'positive' });
    expect(gone.map(({ call }) => call?.id)).to.deep.equal([lost.call?.id]);
  });

  for (const moment of ['before', 'after'] as const) {
    it(`settles exactly once when the connection is lost ${moment} the commit`, async () => {
      const proxy = await startCuttingProxy(database.url);
      try {
        const unlucky = await database.open({ url: proxy.url });
        const { submission, id, settle } = await acceptAndDispatch();
        proxy.cutNext(moment);
        await settle('positive', 0, unlucky);
        expect(proxy.cuts()).to.equal(1);
        expect(await readVerification(db, id)).to.include({
          status: 'completed',
          version: 2,
          credits_charged: 5,
        });
        expect(await readEntryKinds(db, id)).to.deep.equal(['reserve', 'charge']);
        const [call] = await readCalls(db, checkIdOf(submission));
        expect(call).to.include({ state: 'answered', late: false });
      } finally {
        await proxy.close();
      }
    });
  }
});
