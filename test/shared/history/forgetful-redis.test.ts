import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { adoptHistory } from '../../../shared/history/adopt-history.js';
import { type History, openHistory } from '../../../shared/history/open-history.js';
import { readSituation } from '../../../shared/history/read-situation.js';
import { createLogger } from '../../../shared/logger.js';
import { calledKey, calledSinceKey, HISTORY_KEY, REMEMBERED_SECONDS } from '../../../shared/witness/keys.js';
import { makeCheckWorker } from '../../support/checks/check-worker.js';
import { readVerification } from '../../support/checks/read-state.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { useOwnRedis } from '../../support/redis/use-own-redis.js';

const logger = createLogger({ process: 'worker', level: 'silent' });

describe('A failover after Redis has forgotten calls, and not what it goes with', function () {
  this.timeout(30_000);
  const database = useDatabase();
  const redis = useOwnRedis();
  let history: History;
  let epoch: string | undefined;
  let verificationId: string;
  let checkId: string;

  beforeEach(async () => {
    const { db } = database;
    await redis().flushdb();
    history = openHistory({ db, redis: redis(), logger, adopter: 'worker' });
    await history.keeper.look();
    const submission = await acceptOne(db, { clientId: (await buildClient(db)).id });
    ({ verificationId } = submission);
    checkId = checkIdOf(submission);
    const state = await history.witness.read();
    if (state === undefined) throw new Error('The witness has not begun');
    epoch = state.epoch;
    // The call itself is in what the database is about to lose.
    await history.witness.noteCall({ checkId, callId: newId(), historyId: state.history });
  });
  afterEach(() => expectInvariants(database.db));

  /** The database is replaced by one that knows of no call. */
  async function failOver(): Promise<void> {
    const state = await history.witness.read();
    if (state === undefined) throw new Error('The witness has forgotten what it goes with');
    expect(state.epoch).to.equal(epoch);
    await database.db.query('UPDATE database_histories SET timeline = timeline + 1000 WHERE id = $1', [
      state.history,
    ]);
    await history.witness.begin(state, { ...state, timeline: 0 });
  }

  async function expectHeldBack(): Promise<void> {
    expect(await redis().exists(calledKey(checkId))).to.equal(0);
    await failOver();
    await expectAdoptedWithoutCall();
  }

  async function expectAdoptedWithoutCall(): Promise<void> {
    // Only the adopter may know better: the call is not told again.
    const adopter = openHistory({ db: database.db, redis: redis(), logger, adopter: 'worker' });
    await adopter.keeper.look();
    expect(adopter.keeper.state).to.equal('adopted');
    const worker = makeCheckWorker({ db: database.db, redis: redis() });
    await worker.run(checkId);
    expect(worker.sends).to.have.length(0);
    expect(await readVerification(database.db, verificationId)).to.include({
      status: 'manual_review',
      review_reason: 'history_changed',
    });
  }

  /** What is due by a clock that is ahead, Redis expires itself. (Under libfaketime it does not start: jemalloc.) */
  async function jumpAhead(hours: number): Promise<void> {
    const due: string[] = [];
    for (const key of await redis().keys('*')) {
      const seconds = await redis().ttl(key);
      if (seconds > 0 && seconds <= hours * 3_600) due.push(key);
    }
    expect(due).to.include(calledKey(checkId));
    for (const key of due) await redis().pexpire(key, 1);
    await waitFor(async () => (await redis().exists(...due)) === 0, { describe: 'it has forgotten' });
  }

  it('holds everything open back where its clock was four days ahead for a moment', async () => {
    await jumpAhead(96);
    await expectHeldBack();
  });

  it('holds everything open back where that was less than a call lives, and calls of before are gone', async () => {
    const { here } = await readSituation(database.db, undefined);
    for (const key of await redis().keys(calledKey('*')))
      await redis().expire(key, REMEMBERED_SECONDS - 3 * 3_600);
    expect(await history.witness.markHour(epoch ?? '', here.hour + 3, here.hour)).to.equal(true);
    await jumpAhead(70);
    expect(await redis().keys(calledKey('*'))).to.deep.equal([calledSinceKey(here.hour + 3)]);
    await expectHeldBack();
  });

  it('holds everything open back where it was told to evict, and was full for a moment', async () => {
    await redis().config('SET', 'maxmemory-policy', 'volatile-random');
    await redis().config('SET', 'maxmemory', '1');
    await redis()
      .set('one-more', '1')
      .catch(() => undefined);
    await redis().config('SET', 'maxmemory', '0');
    await redis().config('SET', 'maxmemory-policy', 'noeviction');
    await expectHeldBack();
  });

  it('holds everything open back where somebody deleted all that is named like a call', async () => {
    const named = await redis().keys(calledKey('*'));
    await redis().del(named);
    expect(await redis().exists(HISTORY_KEY)).to.equal(1);
    await expectHeldBack();
  });

  it('holds everything open back where all of that was deleted just as the adoption began', async () => {
    await failOver();
    const { witness } = history;
    const adoptedWhole = await adoptHistory(
      {
        db: database.db,
        witness: {
          ...witness,
          begin: async (seen, next) => {
            await redis().del(await redis().keys(calledKey('*')));
            return witness.begin(seen, next);
          },
        },
        logger,
        remember: async () => undefined,
        findGone: async () => false,
        onSettled: () => undefined,
      },
      { how: 'automatic', by: 'worker' },
    );
    expect(adoptedWhole).to.equal(false);
    await expectAdoptedWithoutCall();
  });

  it('goes on with a witness that forgot nothing', async () => {
    await failOver();
    const adopter = openHistory({ db: database.db, redis: redis(), logger, adopter: 'worker' });
    await adopter.keeper.look();
    expect((await adopter.witness.read())?.epoch).to.equal(epoch);
  });
});
