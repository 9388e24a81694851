import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { requeueReviews } from '../../../shared/reviews/requeue-reviews.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { calledKey, HISTORY_KEY } from '../../../shared/witness/keys.js';
import { type CheckWorkerOptions, makeCheckWorker } from '../../support/checks/check-worker.js';
import { readCalls, readVerification } from '../../support/checks/read-state.js';
import { buildNote } from '../../support/checks/reviews.js';
import { checkIdOf, dispatch, settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const DONE = { done: true };
const LATER = { done: false, retryInMs: 1_000 };

describe('runCheck and the second witness', () => {
  const database = useDatabase();
  let db: Database;
  let redis: Redis;
  let submission: Submission;
  let checkId: string;

  before(async () => {
    db = database.db;
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
  });

  beforeEach(async () => {
    await redis.flushdb();
    submission = await acceptOne(db, { clientId: (await buildClient(db)).id });
    checkId = checkIdOf(submission);
  });

  after(() => redis.disconnect());
  afterEach(() => expectInvariants(db));

  const makeWorker = (options: Partial<CheckWorkerOptions> = {}) =>
    makeCheckWorker({ db, redis, ...options });

  it('notes the call before it is sent, and begins a witness that knows nothing', async () => {
    const noted: (string | null)[] = [];
    const worker = makeWorker({
      answer: async () => {
        noted.push(await redis.get(calledKey(checkId)));
        return { kind: 'no_answer', error: 'ECONNRESET' };
      },
    });
    expect(await worker.run(checkId)).to.deep.equal(DONE);
    expect(noted).to.deep.equal((await readCalls(db, checkId)).map(({ id }) => id));
    const [newest] = await db.query<{ witness_epoch: string }>(
      'SELECT witness_epoch FROM database_histories',
    );
    expect(await redis.hget(HISTORY_KEY, 'epoch')).to.equal(newest?.witness_epoch);
  });

  it('puts a check into review whose call the database has lost, and calls nobody', async () => {
    const worker = makeWorker();
    await worker.deps.history.look();
    const lost = newId();
    await redis.set(calledKey(checkId), lost);
    expect(await worker.run(checkId)).to.deep.equal(DONE);
    expect(worker.sends).to.deep.equal([]);
    expect(await readVerification(db, submission.verificationId)).to.include({
      status: 'manual_review',
      review_reason: 'history_changed',
    });
    const calls = await readCalls(db, checkId);
    expect(calls.map(({ id, state }) => [id === lost, state])).to.have.deep.members([
      [true, 'uncertain'],
      [false, 'not_sent'],
    ]);
    const cases = [{ verificationId: submission.verificationId, note: buildNote() }];
    const requeued = await db.transaction((sql) =>
      requeueReviews(sql, { cases, providerConfirmedNoCharge: false }, { userId: null }),
    );
    expect(requeued.kind).to.equal('refused');
  });

  it('calls again after a call that the database knows was not paid for', async () => {
    const worker = makeWorker();
    await worker.deps.history.look();
    const earlier = await dispatch(db, submission);
    await settleChecks(db, [settlementOf(submission, earlier, 'not_sent')]);
    await redis.set(calledKey(checkId), earlier);
    expect(await worker.run(checkId)).to.deep.equal(DONE);
    expect(worker.sends).to.have.lengthOf(1);
    expect(await redis.get(calledKey(checkId))).to.not.equal(earlier);
  });

  it('calls nobody if the witness is gone when it should know the new call in place of the earlier', async () => {
    const worker = makeWorker();
    await worker.deps.history.look();
    const earlier = await dispatch(db, submission);
    await settleChecks(db, [settlementOf(submission, earlier, 'not_sent')]);
    await redis.set(calledKey(checkId), earlier);
    const { witness } = worker.deps;
    worker.deps.witness = {
      ...witness,
      noteCall: (call) =>
        call.replacing === undefined ? witness.noteCall(call) : Promise.reject(new Error('Redis is away')),
    };
    expect(await worker.run(checkId)).to.deep.equal(LATER);
    expect(worker.sends).to.deep.equal([]);
    expect(await redis.get(calledKey(checkId))).to.equal(earlier);
    const calls = await readCalls(db, checkId);
    expect(calls.map(({ state, reason }) => [state, reason])).to.deep.include(['not_sent', 'no_witness']);
  });

  it('neither calls nor touches a call under way that the witness names, even if it is of another check', async () => {
    const worker = makeWorker();
    await worker.deps.history.look();
    const other = await acceptOne(db, { clientId: (await buildClient(db)).id });
    const underWay = await dispatch(db, other);
    await redis.set(calledKey(checkId), underWay);
    await worker.run(checkId);
    expect(worker.sends).to.deep.equal([]);
    expect(await readCalls(db, checkIdOf(other))).to.have.nested.property('[0].state', 'started');
    expect(await readVerification(db, submission.verificationId)).to.include({ status: 'pending' });
  });

  it('forgets a call that was not sent', async () => {
    await makeWorker({ answer: () => ({ kind: 'not_sent', error: 'ECONNREFUSED' }) }).run(checkId);
    await waitFor(async () => (await redis.exists(calledKey(checkId))) === 0, {
      describe: 'the witness forgets the call',
    });
  });

  it('calls nobody while Redis is away, and takes the marker back', async () => {
    const nowhere = connectForCommands('redis://127.0.0.1:1');
    try {
      const worker = makeWorker({ redis: nowhere });
      expect(await worker.run(checkId)).to.deep.equal(LATER);
      expect(worker.sends).to.deep.equal([]);
      const [call] = await readCalls(db, checkId);
      expect(call).to.include({ state: 'not_sent', reason: 'no_witness' });
    } finally {
      nowhere.disconnect();
    }
  });

  it('calls nobody on a database that the witness has never gone with', async () => {
    const worker = makeWorker();
    await worker.deps.history.look();
    await redis.hset(HISTORY_KEY, { history: newId(), system_identifier: '1' });
    expect(await worker.run(checkId)).to.deep.equal(LATER);
    expect(worker.sends).to.deep.equal([]);
    expect(worker.deps.history).to.have.property('state', 'foreign_system');
  });

  it('tells a witness that begins anew the calls that it has made', async () => {
    const worker = makeWorker({ answer: () => ({ kind: 'no_answer', error: 'ECONNRESET' }) });
    await worker.run(checkId);
    const [call] = await readCalls(db, checkId);
    await redis.flushdb();
    await worker.deps.history.look();
    expect(await redis.get(calledKey(checkId))).to.equal(call?.id);
  });
});
