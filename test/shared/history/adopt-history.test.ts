import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { tryLock } from '../../../shared/db/advisory-locks.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { adoptHistory } from '../../../shared/history/adopt-history.js';
import { type History, openHistory } from '../../../shared/history/open-history.js';
import { readSituation } from '../../../shared/history/read-situation.js';
import { createLogger } from '../../../shared/logger.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { calledKey } from '../../../shared/witness/keys.js';
import type { Witness } from '../../../shared/witness/witness.js';
import { makeCheckWorker } from '../../support/checks/check-worker.js';
import { readCalls, readVerification } from '../../support/checks/read-state.js';
import { checkIdOf, dispatch, type News, settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const logger = createLogger({ process: 'worker', level: 'silent' });
const IN_REVIEW = { status: 'manual_review', review_reason: 'history_changed' };

describe('The adoption of a history', function () {
  // Without a complete witness it waits three seconds for what other processes remember.
  this.timeout(20_000);
  const database = useDatabase();
  let db: Database;
  let redis: Redis;
  let history: History;
  let submission: Submission;
  let checkId: string;
  let callId: string;

  beforeEach(async () => {
    db = database.db;
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    await redis.flushdb();
    await db.query('UPDATE database_histories SET witness_epoch = NULL');
    history = openHistory({ db, redis, logger, adopter: 'worker' });
    await history.keeper.look();
    submission = await acceptOne(db, { clientId: (await buildClient(db)).id });
    checkId = checkIdOf(submission);
    callId = await dispatch(db, submission);
    const state = await history.witness.read();
    if (state === undefined) throw new Error('The witness has not begun');
    await history.witness.noteCall({ checkId, callId, historyId: state.history });
    await database.db.query('UPDATE database_histories SET timeline = timeline + 1000 WHERE id = $1', [
      state.history,
    ]);
    await history.witness.begin(state, { ...state, timeline: 0 });
  });
  afterEach(async () => {
    redis.disconnect();
    await expectInvariants(db);
  });

  const adopt = () => history.keeper.look();
  const say = (news: News) => settleChecks(db, [settlementOf(submission, callId, news)]);

  /** How many calls a worker makes if it is given the check now. */
  async function callsMade(): Promise<number> {
    const worker = makeCheckWorker({ db, redis });
    await worker.run(checkId);
    return worker.sends.length;
  }

  for (const when of ['before', 'after'] as const) {
    it(`doubts a call under way without a whole witness, whose worker says ${when} it that nothing was sent`, async () => {
      await redis.flushdb();
      if (when === 'before') await say('not_sent');
      await adopt();
      if (when === 'after') await say('not_sent');
      expect(history.keeper.state).to.equal('adopted');
      expect(await readVerification(db, submission.verificationId)).to.include(IN_REVIEW);
      expect(await callsMade()).to.equal(0);
    });
  }

  it('gives such a call up under its own id, and its answer is kept', async () => {
    await redis.flushdb();
    await adopt();
    expect((await readCalls(db, checkId))[0]).to.include({
      id: callId,
      state: 'uncertain',
      reason: 'quarantined',
    });
    await say('positive');
    const [call] = await db.query('SELECT answered_late_at FROM provider_calls WHERE id = $1', [callId]);
    expect(call).to.have.property('answered_late_at').that.is.an.instanceOf(Date);
    expect(await readVerification(db, submission.verificationId)).to.include(IN_REVIEW);
  });

  it('puts the call that a whole witness knows in place of one under way, and keeps its answer', async () => {
    const other = newId();
    await redis.set(calledKey(checkId), other);
    await adopt();
    expect(await readVerification(db, submission.verificationId)).to.include(IN_REVIEW);
    await redis.del(calledKey(checkId));
    await say('not_sent');
    expect(await callsMade()).to.equal(0);
    await settleChecks(db, [settlementOf(submission, other, 'positive')]);
    const calls = await db.query(
      'SELECT id, state, reason, answered_late_at IS NOT NULL AS late FROM provider_calls WHERE check_id = $1',
      [checkId],
    );
    expect(calls).to.have.deep.members([
      { id: callId, state: 'not_sent', reason: 'replaced', late: false },
      { id: other, state: 'uncertain', reason: null, late: true },
    ]);
  });

  it('lets a call go on when a whole witness knows no other', async () => {
    await adopt();
    expect(history.keeper.state).to.equal('adopted');
    await say('positive');
    expect(await readVerification(db, submission.verificationId)).to.include({ status: 'completed' });
  });

  it('leaves it to the process that has begun with it', async () => {
    await db.transaction(async (sql) => {
      expect(await tryLock(sql, 'adopt')).to.equal(true);
      await adopt();
      expect(history.keeper.state).to.equal('unknown');
    });
    await adopt();
    expect(history.keeper.state).to.equal('adopted');
  });

  it('is for a person where the witness follows another server, even if that shows only once it has begun', async () => {
    const state = await history.witness.read();
    if (state === undefined) throw new Error('The witness has not begun');
    await history.witness.begin(state, { ...state, history: randomUUID(), systemIdentifier: '1' });
    const deps = { db, logger, witness: history.witness, remember: () => history.witness.remember() };
    const others = { findGone: async () => false, onSettled: () => undefined };
    expect(await adoptHistory({ ...deps, ...others }, { how: 'automatic', by: 'worker' })).to.equal(false);
    expect((await history.witness.read())?.systemIdentifier).to.equal('1');
    expect(await callsMade()).to.equal(0);
    expect(await adoptHistory({ ...deps, ...others }, { how: 'person', by: 'system' })).to.equal(true);
    // What that witness knows says nothing about this database, even in the same epoch.
    expect(await readVerification(db, submission.verificationId)).to.include(IN_REVIEW);
  });

  for (const seen of [`now() - interval '72 hours'`, `now() + interval '1 day'`, 'NULL']) {
    it(`holds everything open back where the database was last seen at ${seen}, and the witness forgot with time`, async () => {
      await say('not_sent');
      await redis.del(calledKey(checkId));
      await db.query(`UPDATE database_histories SET seen_at = ${seen}`);
      await adopt();
      expect(history.keeper.state).to.equal('adopted');
      expect(await readVerification(db, submission.verificationId)).to.include(IN_REVIEW);
      expect(await callsMade()).to.equal(0);
    });
  }

  /** Adopts, and loses the witness before it can say which calls it knows. */
  function adoptLosingTheWitness({ dies }: { dies: boolean }): Promise<boolean> {
    const { witness } = history;
    const callsOf = async (ids: readonly string[]) => {
      await redis.flushdb();
      if (dies) throw new Error('The process dies');
      return witness.callsOf(ids);
    };
    const deps = {
      ...{ db, logger, witness: { ...witness, callsOf }, remember: () => witness.remember() },
      ...{ findGone: async () => false, onSettled: () => undefined },
    };
    return adoptHistory(deps, { how: 'automatic', by: 'worker' });
  }

  for (const what of ['replaced', 'went back'] as const) {
    it(`begins again when the witness of a database that ${what} is lost before it was asked what it knows`, async () => {
      await say('not_sent');
      await redis.set(calledKey(checkId), newId());
      if (what === 'went back') await takeBack();
      expect(await adoptLosingTheWitness({ dies: false })).to.equal(false);
      const other = openHistory({ db, redis, logger });
      await other.keeper.look();
      expect(other.keeper.state).to.equal('unknown');
      expect(await callsMade()).to.equal(0);
      await adopt();
      expect(history.keeper.state).to.equal('adopted');
      expect(await readVerification(db, submission.verificationId)).to.include(IN_REVIEW);
      expect(await callsMade()).to.equal(0);
    });
  }

  it('knows that the database went back after a process that died while it adopted, along with the witness', async () => {
    await takeBack();
    const died = await adoptLosingTheWitness({ dies: true }).catch((error) => error);
    expect(died).to.have.property('message', 'The process dies');
    const other = openHistory({ db, redis, logger });
    await other.keeper.look();
    expect(other.keeper.state).to.equal('unknown');
    expect(await callsMade()).to.equal(0);
  });

  const losses: [string, (witness: Witness) => Partial<Witness>][] = [
    [
      'is another process',
      (witness) => ({ process: async () => ({ ...(await witness.process()), runId: 'other' }) }),
    ],
    ['has evicted', (witness) => ({ process: async () => ({ ...(await witness.process()), evicted: '1' }) })],
    ['has forgotten with time', () => ({ remembersSince: async () => false })],
  ];
  for (const [what, lose] of losses) {
    it(`begins again when Redis ${what} since it was asked what it knows`, async () => {
      const witness = { ...history.witness };
      witness.callsOf = (ids) => {
        Object.assign(witness, lose(history.witness));
        return history.witness.callsOf(ids);
      };
      const deps = { db, logger, witness, remember: () => history.witness.remember() };
      const others = { findGone: async () => false, onSettled: () => undefined };
      expect(await adoptHistory({ ...deps, ...others }, { how: 'automatic', by: 'worker' })).to.equal(false);
      await adopt();
      expect(history.keeper.state).to.equal('adopted');
    });
  }

  /** The database is the one that was adopted, and the witness has seen more of its log than there is. */
  async function takeBack(): Promise<void> {
    await db.query('UPDATE database_histories SET timeline = timeline - 1000 WHERE timeline > 1000');
    const { here } = await readSituation(db, undefined);
    const state = await history.witness.read();
    if (state === undefined) throw new Error('The witness has not begun');
    const { position, startedAt, timeline } = here;
    await history.witness.begin(state, {
      ...state,
      ...{ timeline, startedAt, position: String(BigInt(position) + 1_000_000_000n) },
    });
  }
});
