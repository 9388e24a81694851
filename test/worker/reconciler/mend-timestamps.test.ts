import { expect } from 'chai';
import { takeNextReview } from '../../../api/reviews/take-review.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { loadBacklog } from '../../../shared/backlog/load-backlog.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import type { Database, Sql } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { markDispatched } from '../../../worker/checks/mark-dispatched.js';
import { loadPendingChecks } from '../../../worker/checks/pending-check.js';
import { claimIdleChecks } from '../../../worker/reconciler/examine-idle-checks.js';
import { findLostCalls, OverdueCalls } from '../../../worker/reconciler/find-lost-calls.js';
import { mendTimestamps } from '../../../worker/reconciler/mend-timestamps.js';
import { BATCH } from '../../../worker/reconciler/settle-and-publish.js';
import { claimDeliveries } from '../../../worker/webhooks/claim-deliveries.js';
import { fanOutEvents } from '../../../worker/webhooks/fan-out.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { checkIdOf, dispatch, settlementOf } from '../../support/checks/settlements.js';
import { acceptAll, acceptOne } from '../../support/checks/submissions.js';
import { buildClient, buildUser, buildVerification } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildWebhook, deliveriesOf, stageEvents } from '../../support/messages/webhooks.js';

const DAY_MS = 24 * 60 * 60_000;

describe('what a clock has left that was wrong for a second', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;
  const mended: Record<string, number> = {};
  beforeEach(async () => {
    db = database.db;
    clientId = (await buildClient(db)).id;
    for (const what of Object.keys(mended)) delete mended[what];
  });
  afterEach(() => db.query(`UPDATE checks SET rung_at = now(), created_at = now() WHERE status = 'pending'`));

  function mend(now?: Date): Promise<void> {
    const countMended = (what: string, count: number): void => {
      mended[what] = count;
    };
    return mendTimestamps({ db, metrics: { countMended }, logger: recordingLogger().logger }, now);
  }

  it('a pending check is looked for at once, and not in a day', async () => {
    const submission = await acceptOne(db, { clientId });
    await db.query(`UPDATE checks SET rung_at = now() + interval '1 day' WHERE id = $1`, [
      checkIdOf(submission),
    ]);
    expect(await claimIdleChecks(db)).to.deep.equal([]);
    await mend();
    expect(mended).to.deep.equal({ checks: 1 });
    expect((await claimIdleChecks(db)).map(({ checkId }) => checkId)).to.deep.equal([checkIdOf(submission)]);
  });

  it('a pending check is looked for at once, too, while PostgreSQL is behind, and keeps its age', async () => {
    const submission = await acceptOne(db, { clientId });
    // now() of PostgreSQL cannot be moved, so all that it has stamped is ahead by as much, and the process as well.
    const [before] = await db.query<{ created_at: Date }>(
      `UPDATE checks SET rung_at = now() + interval '1 hour', created_at = now() + interval '1 hour' WHERE id = $1
       RETURNING created_at`,
      [checkIdOf(submission)],
    );
    await mend(new Date(Date.now() + DAY_MS / 24));
    expect((await claimIdleChecks(db)).map(({ checkId }) => checkId)).to.deep.equal([checkIdOf(submission)]);
    const [after] = await db.query(`SELECT created_at, requeued_at FROM checks WHERE id = $1`, [
      checkIdOf(submission),
    ]);
    expect(after).to.deep.equal({ ...before, requeued_at: null });
  });

  for (const column of ['created_at', 'requeued_at']) {
    it(`a pending check whose ${column} it is has its refusals counted, and is as old as the mending`, async () => {
      const submission = await acceptOne(db, { clientId });
      const checkId = checkIdOf(submission);
      await db.query(
        `UPDATE checks SET rung_at = now() + interval '2000 days', ${column} = now() + interval '2000 days' WHERE id = $1`,
        [checkId],
      );
      await mend();
      await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'refused_for_now')]);
      const [check] = await loadPendingChecks(db, [checkId]);
      expect(check?.refusals).to.equal(1);
      const [age] = await db.query(
        `SELECT coalesce(requeued_at, created_at) <= now() AS counts FROM checks WHERE id = $1`,
        [checkId],
      );
      expect(age).to.deep.equal({ counts: true });
    });
  }

  it('a call goes into review minutes later, and never before it can be over', async () => {
    const submission = await acceptOne(db, { clientId });
    const callId = await dispatch(db, submission);
    await db.query(`UPDATE provider_calls SET deadline_at = now() + interval '1 day' WHERE id = $1`, [
      callId,
    ]);
    await mend();
    expect(mended).to.deep.equal({ calls: 1 });
    const [call] = await db.query<{ seconds: number }>(
      'SELECT extract(epoch FROM deadline_at - now())::int AS seconds FROM provider_calls WHERE id = $1',
      [callId],
    );
    expect(call?.seconds).to.be.within(305, 360);
    await mend();
    expect(mended, 'once').to.deep.equal({ calls: 1 });
    await db.query(`UPDATE provider_calls SET deadline_at = now() - interval '1 second' WHERE id = $1`, [
      callId,
    ]);
    expect((await findLostCalls(db)).map(({ checkId }) => checkId)).to.deep.equal([checkIdOf(submission)]);
  });

  it('an endpoint and its deliveries are due at once', async () => {
    const webhook = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await stageEvents(db, webhook.clientId);
    await fanOutEvents(db);
    await db.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 day' WHERE endpoint_id = $1`,
      [webhook.id],
    );
    await db.query(
      `UPDATE webhook_endpoints SET due_at = now() + interval '1 day', hold_until = now() + interval '1 day' WHERE id = $1`,
      [webhook.id],
    );
    await mend();
    expect(mended).to.deep.equal({ webhooks: 1 });
    const isDue = async (): Promise<boolean> => {
      const query = 'SELECT FROM webhook_endpoints WHERE id = $1 AND due_at <= now()';
      return (await db.query(query, [webhook.id])).length === 1;
    };
    expect(await isDue()).to.equal(true);
    expect((await claimDeliveries(db, webhook.id))?.deliveries).to.have.length(1);
    // Neither does the pause hold up what comes next.
    await db.query('UPDATE webhook_endpoints SET due_at = NULL WHERE id = $1', [webhook.id]);
    await stageEvents(db, webhook.clientId);
    await fanOutEvents(db);
    expect(await isDue()).to.equal(true);
  });

  it('a delivery is attempted within seconds while PostgreSQL is behind, and one that failed two hours later at most', async () => {
    const webhook = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await stageEvents(db, webhook.clientId, 4);
    await fanOutEvents(db);
    const waits = ['0 s', '1 hour', '1 hour', '3 hours'];
    const deliveries = await deliveriesOf(db, webhook.id);
    for (const [index, { id }] of deliveries.entries()) {
      // The first two have not been attempted yet.
      await db.query(
        `UPDATE webhook_deliveries SET attempt_count = $2, next_attempt_at = now() + $3::interval WHERE id = $1`,
        [id, Math.floor(index / 2), waits[index]],
      );
    }
    await mend(new Date(Date.now() + DAY_MS));
    expect(mended).to.deep.equal({ webhooks: 1 });
    const claimed = (await claimDeliveries(db, webhook.id))?.deliveries.map(({ id }) => id);
    const [now, unattempted, , failed] = deliveries.map(({ id }) => id);
    expect(claimed).to.have.members([now, unattempted, failed]);
    await mend();
    expect(mended, 'once').to.deep.equal({ webhooks: 1 });
  });

  it('a pause is over that is longer than any, while PostgreSQL is behind', async () => {
    const webhook = await buildWebhook(db, { url: 'https://receiver.example.test/' });
    await stageEvents(db, webhook.clientId);
    await db.query(
      `UPDATE webhook_endpoints SET hold_until = now() + $2::interval, consecutive_failures = 1 WHERE id = $1`,
      [webhook.id, '7 minutes'],
    );
    await fanOutEvents(db);
    await mend(new Date(Date.now() + DAY_MS));
    expect(mended, 'a pause as intended').to.deep.equal({});
    await db.query(
      `UPDATE webhook_endpoints SET hold_until = now() + interval '1 hour', due_at = now() + interval '1 hour' WHERE id = $1`,
      [webhook.id],
    );
    await mend(new Date(Date.now() + DAY_MS));
    // Stored to the millisecond, which may be rounded up.
    const due = await db.query(
      `SELECT FROM webhook_endpoints WHERE id = $1 AND due_at <= now() + interval '1 millisecond'`,
      [webhook.id],
    );
    expect(due).to.have.length(1);
  });

  it('a case that was taken until tomorrow is free', async () => {
    const built = await buildVerification(db, { clientId, status: 'manual_review' });
    const [first, second] = [
      await buildUser(db, { clientId: null, role: 'support' }),
      await buildUser(db, { clientId: null, role: 'support' }),
    ];
    const take = (userId: string) => db.transaction((sql) => takeNextReview(sql, newId(), { userId }));
    expect(await take(first.id)).to.equal(built.id);
    await db.query(`UPDATE reviews SET taken_until = now() + interval '1 day' WHERE verification_id = $1`, [
      built.id,
    ]);
    expect((await loadBacklog(db)).reviews.taken).to.equal(0);
    expect(await take(second.id)).to.equal(built.id);
    await db.query(`UPDATE verifications SET created_at = now() + interval '1 day' WHERE id = $1`, [
      built.id,
    ]);
    expect((await loadFigures(db)).stampsInFuture).to.include({ reviews: 1 });
    expect((await loadBacklog(db)).reviews.oldest_seconds).to.equal(0);
  });

  it('an age is never less than nothing, and is told of as what cannot be', async () => {
    const submission = await acceptOne(db, { clientId });
    await db.query(`UPDATE verifications SET created_at = now() + interval '1 day' WHERE id = $1`, [
      submission.verificationId,
    ]);
    await db.query(`UPDATE checks SET created_at = now() + interval '1 day' WHERE status = 'pending'`);
    expect((await loadBacklog(db)).checks.oldest_pending_seconds).to.equal(0);
    expect((await loadFigures(db)).stampsInFuture.checks).to.be.greaterThan(0);
  });

  /** Whether the reconciler gives up on this check when it is this late. */
  async function isGivenUp(submission: Submission, now?: Date): Promise<boolean> {
    await db.query(`UPDATE checks SET rung_at = now() - interval '1 minute' WHERE id = $1`, [
      checkIdOf(submission),
    ]);
    const looked = (await claimIdleChecks(db, now)).find(({ checkId }) => checkId === checkIdOf(submission));
    if (looked === undefined) throw new Error('Nobody looked at the check');
    return looked.neverReached;
  }

  // now() of PostgreSQL cannot be moved, so the other clock is: either stands for the correct one.
  it('touches nothing that only one of two clocks finds in the future, or past', async () => {
    const submission = await acceptOne(db, { clientId });
    const callId = await dispatch(db, submission);
    const idle = await acceptOne(db, { clientId });
    const [behind, ahead] = [new Date(Date.now() - 3 * DAY_MS), new Date(Date.now() + 3 * DAY_MS)];
    await db.query(`UPDATE provider_calls SET deadline_at = now() + interval '1 day' WHERE id = $1`, [
      callId,
    ]);
    await mend(ahead);
    expect(mended, 'the process is ahead').to.deep.equal({});
    await db.query(`UPDATE checks SET created_at = now() - interval '2 days' WHERE id = $1`, [
      checkIdOf(idle),
    ]);
    await db.query(`UPDATE provider_calls SET deadline_at = now() - interval '1 hour' WHERE id = $1`, [
      callId,
    ]);
    expect(await findLostCalls(db, undefined, { now: behind }), 'the process is behind').to.deep.equal([]);
    expect(await isGivenUp(idle, behind)).to.equal(false);
    expect((await findLostCalls(db)).map(({ call }) => call?.id)).to.include(callId);
    expect(await isGivenUp(idle)).to.equal(true);
  });

  const MINUTE_MS = 60_000;

  /** The database, as if its clock showed this. */
  function underClock(now: () => number): Sql {
    return {
      query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
        text.includes('clock_timestamp')
          ? ([{ now: new Date(now()) }] as Row[])
          : db.query<Row>(text, values),
    };
  }

  for (const [which, aheadMs, deadline] of [
    ['the process is behind', -3 * DAY_MS, "- interval '1 second'"],
    ['PostgreSQL is behind', 3 * DAY_MS, "+ interval '1 day'"],
  ] as const) {
    it(`gives a call up that is overdue by one clock for longer than any call lasts, while ${which}`, async () => {
      const submission = await acceptOne(db, { clientId });
      const callId = await dispatch(db, submission);
      await db.query(`UPDATE provider_calls SET deadline_at = now() ${deadline} WHERE id = $1`, [callId]);
      // No process looks at the moment it starts.
      let monotonic = 1_000;
      const overdue = new OverdueCalls(() => monotonic);
      const isLost = async (): Promise<boolean> => {
        const found = await findLostCalls(db, overdue, { now: new Date(Date.now() + aheadMs) });
        return found.some(({ call }) => call?.id === callId);
      };
      expect(await isLost(), 'at first').to.equal(false);
      monotonic += 6 * MINUTE_MS;
      expect(await isLost(), 'while it may still be answered').to.equal(false);
      monotonic += 1;
      expect(await isLost()).to.equal(true);
    });
  }

  it('gives up no call under way when the clock that stamped its deadline is set, until it must be over', async () => {
    const callId = await dispatch(db, await acceptOne(db, { clientId }));
    let monotonic = 0;
    // An hour behind, and then set right.
    let aheadMs = -60 * MINUTE_MS;
    const sql = underClock(() => Date.now() + monotonic + aheadMs);
    const overdue = new OverdueCalls(() => performance.now() + monotonic);
    const isLost = async (): Promise<boolean> =>
      (await findLostCalls(sql, overdue)).some(({ call }) => call?.id === callId);
    expect(await isLost(), 'under way').to.equal(false);
    await db.query(`UPDATE provider_calls SET deadline_at = now() - interval '1 hour' WHERE id = $1`, [
      callId,
    ]);
    aheadMs = 0;
    expect(await isLost(), 'when the clock was set').to.equal(false);
    monotonic += 5 * MINUTE_MS;
    expect(await isLost(), 'while it may still be answered').to.equal(false);
    monotonic += MINUTE_MS + 1_000;
    expect(await isLost()).to.equal(true);
  });

  /** Has a whole batch of calls overdue for days, and another one for as long as this; returns its id. */
  async function dispatchBehindBatch(overdueFor: string): Promise<string> {
    const { id } = await buildClient(db, { balance: 100_000 });
    const lost = await acceptAll(
      db,
      Array.from({ length: BATCH }, () => ({ clientId: id })),
    );
    const calls = lost.map((one) => ({
      checkId: checkIdOf(one),
      callId: newId(),
      provider: 'upstream' as const,
    }));
    await markDispatched(db, calls, { worker: 'gone', deadlineMs: 1 });
    const callId = await dispatch(db, await acceptOne(db, { clientId }));
    await db.query(
      `UPDATE provider_calls SET deadline_at = now() - CASE WHEN id = $1 THEN $2 ELSE '9 days' END::interval`,
      [callId, overdueFor],
    );
    return callId;
  }

  it('remembers what else is overdue than a batch while the clock is set again and again', async () => {
    const callId = await dispatchBehindBatch('1 day');
    let monotonic = 0;
    let aheadMs = 0;
    const overdue = new OverdueCalls(() => monotonic);
    const look = () => {
      aheadMs += MINUTE_MS;
      return findLostCalls(
        underClock(() => monotonic + aheadMs),
        overdue,
      );
    };
    await look();
    expect(await look(), 'while they may be under way').to.have.length(0);
    monotonic += 6 * MINUTE_MS + 1;
    const first = await look();
    expect(first).to.have.length(BATCH);
    const settled = first.map(({ call }) => call?.id);
    await db.query(
      `UPDATE provider_calls SET deadline_at = now() + interval '1 year' WHERE id = ANY($1::uuid[])`,
      [settled],
    );
    expect((await look()).map(({ call }) => call?.id)).to.include(callId);
  });

  it('remembers a call that is overdue by one clock although a whole batch is lost meanwhile', async () => {
    const callId = await dispatchBehindBatch('1 second');
    let monotonic = 0;
    const sql = underClock(() => monotonic);
    const overdue = new OverdueCalls(() => monotonic);
    const behind = new Date(Date.now() - 3 * DAY_MS);
    expect(await findLostCalls(sql, overdue, { now: behind })).to.have.length(BATCH);
    monotonic += 3 * MINUTE_MS;
    expect(await findLostCalls(sql, overdue, { now: behind })).to.have.length(BATCH);
    await db.query(`UPDATE provider_calls SET deadline_at = now() + interval '1 year' WHERE id <> $1`, [
      callId,
    ]);
    monotonic += 3 * MINUTE_MS + 1;
    expect((await findLostCalls(sql, overdue, { now: behind })).map(({ call }) => call?.id)).to.deep.equal([
      callId,
    ]);
  });
});
