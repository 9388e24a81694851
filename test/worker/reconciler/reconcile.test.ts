import type { Job, Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { ofOneClient } from '../../../harness/check-queue.js';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { type CheckQueue, openCheckQueue } from '../../../shared/queues/check-queue.js';
import { connectForCommands, connectForSubscribing } from '../../../shared/redis/connect.js';
import { SETTLED_CHANNEL } from '../../../shared/redis/settled-channel.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { markDispatched } from '../../../worker/checks/mark-dispatched.js';
import { createWorkerMetrics } from '../../../worker/metrics.js';
import { errorsByKind } from '../../../worker/pass-errors.js';
import { findLostCalls, OverdueCalls } from '../../../worker/reconciler/find-lost-calls.js';
import {
  KEPT_ANSWERS_FIRST_MS,
  type ReconcileDeps,
  type ReconcileReport,
  reconcile,
} from '../../../worker/reconciler/reconcile.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { readCalls, readVerification } from '../../support/checks/read-state.js';
import { checkIdOf, dispatch, settlementOf } from '../../support/checks/settlements.js';
import { acceptAll, acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { useCheckQueue } from '../../support/redis/use-check-queue.js';

const NOTHING: ReconcileReport = { requeued: 0, lostCalls: 0, neverReached: 0, staleJobs: 0 };

describe('reconcile', () => {
  const database = useDatabase();
  let db: Database;
  let redisUrl: string;
  let redis: Redis;
  let checkQueue: CheckQueue;
  let taker: Worker;

  useCheckQueue((queue) => ({ url: redisUrl, redis, checkQueue, taker } = queue));
  before(() => {
    db = database.db;
  });

  // Nothing from one test is pending in the next.
  beforeEach(async () => {
    await redis.flushdb();
    // Further ahead would be taken for a timestamp from a wrong clock.
    await db.query(`UPDATE checks SET rung_at = now() + interval '55 seconds' WHERE status = 'pending'`);
  });
  afterEach(() => expectInvariants(db));

  function run(overrides: Partial<ReconcileDeps> = {}): Promise<ReconcileReport> {
    return reconcile({
      ...{ db, redis, checkQueue },
      metrics: createWorkerMetrics(new Registry(), []),
      logger: recordingLogger().logger,
      overdueCalls: new OverdueCalls(),
      writableForMs: () => Number.POSITIVE_INFINITY,
      stopping: () => false,
      ...overrides,
    });
  }

  async function accept(serviceCode: ServiceCode = 'said_verification'): Promise<Submission> {
    const client = await buildClient(db);
    return acceptOne(db, { clientId: client.id, serviceCode });
  }

  /** Lets the time pass after which a check counts as forgotten by the queue. */
  function letPass(submission: Submission, interval = '6 seconds'): Promise<object[]> {
    return db.query(
      `UPDATE checks SET rung_at = rung_at - $2::interval, created_at = created_at - $2::interval
       WHERE verification_id = $1`,
      [submission.verificationId, interval],
    );
  }

  async function stateOf(checkId: string): Promise<string> {
    return (await checkQueue.bullmq()).getJobState(checkId);
  }

  async function countWaiting(): Promise<number> {
    return (await checkQueue.bullmq()).getJobCountByTypes('waiting', 'prioritized');
  }

  /** Makes the next job active, like a worker. */
  async function take(): Promise<Job> {
    const job = await taker.getNextJob('token', { block: false });
    if (job === undefined) throw new Error('No job is waiting');
    return job;
  }

  describe('enqueues', () => {
    it('for a check that the queue has never heard of, after five seconds', async () => {
      const submission = await accept();
      expect(await run(), 'too early').to.deep.equal(NOTHING);
      await letPass(submission);
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
      expect(await stateOf(checkIdOf(submission))).to.equal('prioritized');
      const job = await (await checkQueue.bullmq()).getJob(checkIdOf(submission));
      expect(job?.data, 'nothing but the id').to.deep.equal({ check_id: checkIdOf(submission) });
    });

    it('once: the next pass lets it be', async () => {
      const submission = await accept();
      await letPass(submission);
      await run();
      await letPass(submission);
      expect(await run()).to.deep.equal(NOTHING);
      expect(await countWaiting()).to.equal(1);
    });

    it('no more than one batch once the worker is stopping', async () => {
      const { id: clientId } = await buildClient(db);
      const more = Array.from({ length: 501 }, () => ({ clientId }));
      await acceptAll(db, more);
      await db.query(`UPDATE checks SET rung_at = rung_at - interval '6 seconds' WHERE client_id = $1`, [
        clientId,
      ]);
      let stopping = false;
      const enqueue: CheckQueue['enqueue'] = async (checks) => {
        stopping = true;
        await checkQueue.enqueue(checks);
      };
      const stopped = await run({ checkQueue: { ...checkQueue, enqueue }, stopping: () => stopping });
      expect(stopped).to.deep.equal({ ...NOTHING, requeued: 500 });
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
    });

    it('for the open parts of a bundle only', async () => {
      const submission = await accept('kyc_bundle');
      await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'positive')]);
      await letPass(submission);
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 2 });
      expect(await stateOf(checkIdOf(submission, 0))).to.equal('unknown');
      expect(await stateOf(checkIdOf(submission, 2))).to.equal('prioritized');
    });

    it('for a check whose job failed, in place of that job', async () => {
      const submission = await accept();
      await checkQueue.enqueue(ofOneClient(submission.checkIds));
      await (await take()).moveToFailed(new Error('out of memory'), 'token', false);
      expect(await stateOf(checkIdOf(submission))).to.equal('failed');
      await letPass(submission);
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
      expect(await stateOf(checkIdOf(submission))).to.equal('prioritized');
      expect((await take()).id).to.equal(checkIdOf(submission));
    });

    it('for a check whose job is a ghost: there, but in no list', async () => {
      const submission = await accept();
      await checkQueue.enqueue(ofOneClient(submission.checkIds));
      const queue = await checkQueue.bullmq();
      await redis.zrem(queue.toKey('prioritized'), checkIdOf(submission));
      expect(await redis.exists(queue.toKey(checkIdOf(submission)))).to.equal(1);
      await letPass(submission);
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
      expect((await take()).id).to.equal(checkIdOf(submission));
    });

    it('for a check that may be called again after a call that was not sent', async () => {
      const submission = await accept();
      await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'not_sent')]);
      await letPass(submission);
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
    });

    it('for all of 1200 checks within one pass after Redis lost everything', async () => {
      const client = await buildClient(db, { balance: 10_000 });
      const submissions: Submission[] = [];
      for (let batch = 0; batch < 2; batch += 1) {
        const plans = Array.from({ length: 200 }, () => ({
          clientId: client.id,
          serviceCode: 'kyc_bundle' as const,
        }));
        submissions.push(...(await acceptAll(db, plans)));
      }
      const checkIds = submissions.flatMap((submission) => submission.checkIds);
      expect(checkIds).to.have.lengthOf(1_200);
      await checkQueue.enqueue(ofOneClient(checkIds));
      await redis.flushdb();
      await db.query(`UPDATE checks SET rung_at = now() - interval '1 minute' WHERE client_id = $1`, [
        client.id,
      ]);
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1_200 });
      expect(await countWaiting()).to.equal(1_200);
    });
  });

  it('goes on without a client whose wallet somebody has locked, and says so', async function () {
    this.timeout(60_000);
    const [held, free, tooOld, forgotten] = [await accept(), await accept(), await accept(), await accept()];
    for (const submission of [held, free]) await dispatch(db, submission, { deadlineMs: -1 });
    await letPass(tooOld, '24 hours 1 second');
    await letPass(forgotten);
    const statusOf = async ({ verificationId }: Submission) =>
      (await readVerification(db, verificationId)).status;
    // With a batch of such calls, the next one is looked for without that client.
    const next = await findLostCalls(db, undefined, { except: new Set([held.clientId]) });
    expect(next.map(({ clientId }) => clientId)).to.deep.equal([free.clientId]);
    await withClient(database.url, async (person) => {
      await person.query('BEGIN');
      await person.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE', [held.clientId]);
      const refused = await run().catch((error) => error);
      expect(refused).to.have.property('code', '55P03');
      expect(await Promise.all([held, free, tooOld].map(statusOf))).to.deep.equal([
        'pending',
        'manual_review',
        'manual_review',
      ]);
      expect(await stateOf(checkIdOf(forgotten))).to.equal('prioritized');
      await person.query('COMMIT');
    });
    expect(await run()).to.deep.equal({ ...NOTHING, lostCalls: 1 });
  });

  describe('lets be', () => {
    const live: Readonly<Record<string, (submission: Submission) => Promise<unknown>>> = {
      prioritized: ({ checkIds }) => checkQueue.enqueue(ofOneClient(checkIds)),
      delayed: async (submission) => {
        await checkQueue.enqueue(ofOneClient(submission.checkIds));
        await (await take()).moveToDelayed(Date.now() + 60_000, 'token');
      },
      active: async ({ checkIds }) => {
        await checkQueue.enqueue(ofOneClient(checkIds));
        await take();
      },
    };
    for (const [state, prepare] of Object.entries(live)) {
      it(`a ${state} job`, async () => {
        const submission = await accept();
        await prepare(submission);
        expect(await stateOf(checkIdOf(submission))).to.equal(state);
        await letPass(submission);
        expect(await run()).to.deep.equal(NOTHING);
        expect(await stateOf(checkIdOf(submission))).to.equal(state);
      });
    }

    it('a call that is under way, however long nobody enqueued it', async () => {
      const submission = await accept();
      await dispatch(db, submission);
      await letPass(submission, '2 days');
      expect(await run()).to.deep.equal(NOTHING);
      expect(await readVerification(db, submission.verificationId)).to.include({ status: 'pending' });
    });

    it('a lost call while workers may still have answers that they kept', async () => {
      const submission = await accept();
      await dispatch(db, submission, { deadlineMs: -1 });
      const writableForMs = () => KEPT_ANSWERS_FIRST_MS - 1;
      expect(await run({ writableForMs })).to.deep.equal(NOTHING);
      expect(await run({ writableForMs: () => KEPT_ANSWERS_FIRST_MS })).to.deep.equal({
        ...NOTHING,
        lostCalls: 1,
      });
    });

    it('a call whose deadline a clock stamped that is set, also while answers that were kept come first', async () => {
      const submission = await accept();
      const overdueCalls = new OverdueCalls();
      // Like a PostgreSQL whose clock is an hour behind.
      const behind: Database = {
        ...db,
        query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
          text.includes('SELECT clock_timestamp()')
            ? ([{ now: new Date(Date.now() - 3_600_000) }] as Row[])
            : db.query<Row>(text, values),
      };
      expect(await run({ db: behind, overdueCalls, writableForMs: () => 0 })).to.deep.equal(NOTHING);
      await dispatch(db, submission, { deadlineMs: -1 });
      expect(await run({ overdueCalls })).to.deep.equal(NOTHING);
      expect(await run()).to.deep.equal({ ...NOTHING, lostCalls: 1 });
    });

    it('a check that somebody is working on, without waiting for it', async () => {
      const [busy, free] = [await accept(), await accept()];
      for (const submission of [busy, free]) await letPass(submission);
      const other = await database.open();
      await other.transaction(async (sql) => {
        await sql.query('SELECT FROM checks WHERE id = $1 FOR UPDATE', [checkIdOf(busy)]);
        expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
      });
      expect(await stateOf(checkIdOf(busy))).to.equal('unknown');
      expect(await stateOf(checkIdOf(free))).to.equal('prioritized');
    });

    it('a failed job that support may still want to see', async () => {
      const submission = await accept();
      await checkQueue.enqueue(ofOneClient(submission.checkIds));
      await (await take()).moveToFailed(new Error('a defect'), 'token', false);
      expect(await run()).to.deep.equal(NOTHING);
      expect(await stateOf(checkIdOf(submission))).to.equal('failed');
    });
  });

  it('removes the failed job of a check that was settled since', async () => {
    const submission = await accept();
    await checkQueue.enqueue(ofOneClient(submission.checkIds));
    await (await take()).moveToFailed(new Error('a defect'), 'token', false);
    await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'positive')]);
    expect(await run()).to.deep.equal({ ...NOTHING, staleJobs: 1 });
    expect(await stateOf(checkIdOf(submission))).to.equal('unknown');
  });

  it('is not stopped by failed jobs that somebody forged', async () => {
    const queue = await checkQueue.bullmq();
    await queue.add('run-check', { check_id: 'x' }, { jobId: `'; DROP TABLE checks` });
    await (await take()).moveToFailed(new Error('forged'), 'token', false);
    expect(await run()).to.deep.equal(NOTHING);
  });

  it('does the rest where a part of it fails, and says every reason', async () => {
    const [lost, forgotten] = [await accept(), await accept()];
    await dispatch(db, lost, { deadlineMs: -1 });
    await letPass(forgotten);
    let statements = 0;
    const failing: Database = {
      ...db,
      statement: () => {
        statements += 1;
        const code = statements === 1 ? 'XX001' : '57014';
        return Promise.reject(Object.assign(new Error('damaged'), { code }));
      },
    };
    const failed = await run({ db: failing }).catch((error: unknown) => error);
    expect([...errorsByKind(failed).keys()]).to.deep.equal(['XX001', '57014']);
    expect(await readVerification(db, lost.verificationId)).to.include({ status: 'manual_review' });
    expect(await stateOf(checkIdOf(forgotten))).to.equal('prioritized');
  });

  describe('puts into review', () => {
    it('a call past its deadline, and makes no new one', async () => {
      const submission = await accept();
      await dispatch(db, submission, { deadlineMs: -1 });
      await checkQueue.enqueue(ofOneClient(submission.checkIds));
      expect(await run()).to.deep.include({ lostCalls: 1, requeued: 0 });
      expect(await readVerification(db, submission.verificationId)).to.include({
        status: 'manual_review',
        review_reason: 'no_answer',
        credits_reserved: 5,
        credits_charged: 0,
      });
      const calls = await readCalls(db, checkIdOf(submission));
      expect(calls.map(({ state, reason }) => [state, reason])).to.deep.equal([['uncertain', 'lost']]);
      await letPass(submission, '2 days');
      expect(await run()).to.deep.equal(NOTHING);
    });

    it('a check that could not be sent for a day, whether it was ever tried or not', async () => {
      const [tried, untried] = [await accept(), await accept()];
      await settleChecks(db, [settlementOf(tried, await dispatch(db, tried), 'not_sent')]);
      for (const submission of [tried, untried]) await letPass(submission, '24 hours 1 second');
      expect(await run()).to.deep.equal({ ...NOTHING, neverReached: 2 });
      for (const submission of [tried, untried]) {
        expect(await readVerification(db, submission.verificationId)).to.include({
          status: 'manual_review',
          review_reason: 'not_reached',
          credits_reserved: 5,
        });
      }
    });

    it('none that was refused for now at its last call, however old it is', async () => {
      const [refused, thenNotSent] = [await accept(), await accept()];
      for (const submission of [refused, thenNotSent]) {
        await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'refused_for_now')]);
      }
      await settleChecks(db, [settlementOf(thenNotSent, await dispatch(db, thenNotSent), 'not_sent')]);
      for (const submission of [refused, thenNotSent]) await letPass(submission, '24 hours 1 second');
      expect(await run()).to.deep.equal({ ...NOTHING, neverReached: 1, requeued: 1 });
      expect(await readVerification(db, refused.verificationId)).to.include({ status: 'pending' });
    });

    it('none that is younger than a day', async () => {
      const submission = await accept();
      await letPass(submission, '23 hours 59 minutes');
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
    });

    it('none that a person sent back less than a day ago, however old it is', async () => {
      const submission = await accept();
      await letPass(submission, '3 days');
      await db.query(
        `UPDATE checks SET requeued_at = now() - interval '23 hours 59 minutes' WHERE verification_id = $1`,
        [submission.verificationId],
      );
      expect(await run()).to.deep.equal({ ...NOTHING, requeued: 1 });
    });

    /** More than it takes at once. */
    async function acceptMany(): Promise<Submission[]> {
      const client = await buildClient(db, { balance: 20_000 });
      const accepted: Submission[] = [];
      for (const count of [200, 200, 200]) {
        accepted.push(
          ...(await acceptAll(
            db,
            Array.from({ length: count }, () => ({ clientId: client.id })),
          )),
        );
      }
      return accepted;
    }

    it('more checks than it takes at once', async () => {
      const [{ clientId } = { clientId: '' }] = await acceptMany();
      await db.query(
        `UPDATE checks SET rung_at = now() - interval '1 minute', created_at = now() - interval '25 hours'
         WHERE client_id = $1`,
        [clientId],
      );
      expect(await run()).to.deep.equal({ ...NOTHING, neverReached: 600 });
    }).timeout(20_000);

    it('more calls than it takes at once, unless PostgreSQL was away meanwhile', async () => {
      const dispatches = (await acceptMany()).map(
        (submission) => ({ checkId: checkIdOf(submission), callId: newId(), provider: 'upstream' }) as const,
      );
      await markDispatched(db, dispatches, { worker: 'test', deadlineMs: -1 });
      // PostgreSQL is away during the first batch: what becomes overdue meanwhile may have an answer that was kept.
      const writable = [KEPT_ANSWERS_FIRST_MS];
      expect(await run({ writableForMs: () => writable.pop() ?? 0 })).to.deep.equal({
        ...NOTHING,
        lostCalls: 500,
      });
      expect(await run()).to.deep.equal({ ...NOTHING, lostCalls: 100 });
    }).timeout(20_000);

    it('more calls than it takes at once of a client that it cannot settle, and comes to those of others', async () => {
      const many = await acceptMany();
      const other = await accept();
      const dispatches = [...many, other].map(
        (submission) => ({ checkId: checkIdOf(submission), callId: newId(), provider: 'upstream' }) as const,
      );
      await markDispatched(db, dispatches, { worker: 'test', deadlineMs: -1 });
      await db.query('UPDATE provider_calls SET deadline_at = now() WHERE check_id = $1', [checkIdOf(other)]);
      await withClient(database.url, async (person) => {
        await person.query('BEGIN');
        await person.query('SELECT FROM wallets WHERE client_id = $1 FOR UPDATE', [many[0]?.clientId]);
        expect(await run().catch((error) => error)).to.have.property('code', '55P03');
        expect(await readVerification(db, other.verificationId)).to.include({ status: 'manual_review' });
        await person.query('COMMIT');
      });
      expect(await run()).to.deep.equal({ ...NOTHING, lostCalls: 600 });
    }).timeout(30_000);

    it('and tells the waiting API processes', async () => {
      const submission = await accept();
      await dispatch(db, submission, { deadlineMs: -1 });
      const subscriber = connectForSubscribing(redisUrl);
      const heard: string[] = [];
      try {
        await subscriber.subscribe(SETTLED_CHANNEL);
        subscriber.on('message', (_channel, message: string) => heard.push(...message.split(',')));
        await run();
        await waitFor(() => heard.includes(submission.verificationId), {
          describe: 'the review is published',
        });
      } finally {
        subscriber.disconnect();
      }
    });

    it('also while Redis is away, without an error', async () => {
      const submission = await accept();
      await dispatch(db, submission, { deadlineMs: -1 });
      const [forgotten, unsent] = [await accept(), await accept()];
      await letPass(forgotten);
      await letPass(unsent, '24 hours 1 second');
      const nowhere = connectForCommands('redis://127.0.0.1:1');
      try {
        const report = await run({ redis: nowhere, checkQueue: openCheckQueue(nowhere) });
        expect(report).to.deep.equal({ ...NOTHING, lostCalls: 1, neverReached: 1 });
        await letPass(forgotten);
        expect(await run(), 'enqueued when Redis is back').to.deep.equal({ ...NOTHING, requeued: 1 });
      } finally {
        nowhere.disconnect();
      }
    });
  });

  it('doubles nothing when two run at once', async () => {
    const other = await database.open();
    const client = await buildClient(db, { balance: 10_000 });
    const forgotten = await acceptAll(
      db,
      Array.from({ length: 60 }, () => ({ clientId: client.id })),
    );
    const lost = await acceptAll(
      db,
      Array.from({ length: 20 }, () => ({ clientId: client.id })),
    );
    for (const submission of lost) await dispatch(db, submission, { deadlineMs: -1 });
    for (const submission of forgotten) await letPass(submission);
    const reports = await Promise.all([run(), run({ db: other }), run(), run({ db: other })]);
    expect(reports.reduce((total, { requeued }) => total + requeued, 0)).to.equal(60);
    expect(await countWaiting()).to.equal(60);
    for (const { verificationId } of lost) {
      expect(await readVerification(db, verificationId)).to.include({ status: 'manual_review', version: 2 });
    }
  });
});
