import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { HistoryKeeper } from '../../../shared/history/history-keeper.js';
import { type History, openHistory } from '../../../shared/history/open-history.js';
import { createLogger } from '../../../shared/logger.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { calledKey, HISTORY_KEY } from '../../../shared/witness/keys.js';
import type { WitnessState } from '../../../shared/witness/witnessed-history.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const logger = createLogger({ process: 'worker', level: 'silent' });

describe('The keepers of the history, after the database has gone back', () => {
  const database = useDatabase();
  let redis: Redis;
  let worker: History;
  let gone: string;
  let before: WitnessState | undefined;

  beforeEach(async () => {
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    await redis.flushdb();
    await database.db.query('UPDATE database_histories SET witness_epoch = NULL');
    worker = openHistory({ db: database.db, redis, logger, adopter: 'worker' });
    await worker.keeper.look();
    gone = newId();
    before = await worker.witness.read();
    if (before === undefined) throw new Error('The witness has not begun');
    const { history: historyId, systemIdentifier, timeline } = before;
    await worker.acknowledgements.note({ historyId, systemIdentifier, timeline }, [gone]);
    // The adopted history is that of another database than the one that answers now.
    await database.db.query('UPDATE database_histories SET timeline = timeline + 1000 WHERE id = $1', [
      historyId,
    ]);
    await worker.witness.begin(before, { ...before, timeline: 0 });
    before = await worker.witness.read();
  });
  afterEach(() => redis.disconnect());

  const named = async (id = gone): Promise<string[]> => {
    const rows = await database.db.query<{ id: string }>('SELECT id FROM lost_requests WHERE id = $1', [id]);
    return rows.map((row) => row.id);
  };

  /** A request of the adopted history that was acknowledged, and that the database does not have. */
  async function acknowledge(): Promise<string> {
    const state = await worker.witness.read();
    if (state === undefined) throw new Error('The witness has not begun');
    const { history: historyId, systemIdentifier, timeline } = state;
    const id = newId();
    await worker.acknowledgements.note({ historyId, systemIdentifier, timeline }, [id]);
    return id;
  }

  /** As after the server starts, once all of its log has been read. */
  async function restart(changed: Partial<WitnessState> = {}): Promise<void> {
    await worker.keeper.look();
    await worker.keeper.look();
    const state = await worker.witness.read();
    if (state === undefined) throw new Error('The witness has not begun');
    await worker.witness.begin(state, { ...state, startedAt: '1', position: '1', ...changed });
  }

  it('take a server for what it was that was started again, and go on with it', async () => {
    await restart();
    await worker.keeper.look();
    const state = await worker.witness.read();
    expect(state?.startedAt).not.to.equal('1');
    expect(state?.adopting).to.equal(false);
    expect(worker.keeper.state).to.equal('adopted');
  });

  it('find what is gone since they last looked by what was acknowledged last', async () => {
    await restart();
    const last = await acknowledge();
    await worker.keeper.look();
    expect(await worker.witness.read()).to.include({ adopting: true });
    await worker.keeper.look();
    expect(await named(last)).to.deep.equal([last]);
  });

  it('find it also when Redis was started again at the same time', async () => {
    await restart({ runId: 'before' });
    const last = await acknowledge();
    for (let looks = 0; looks < 4; looks += 1) await worker.keeper.look();
    expect(await named(last)).to.deep.equal([last]);
    expect(await worker.witness.read()).to.include({ adopting: false });
  });

  it('begin anew where the witness has forgotten with time, and stay with that', async () => {
    await restart();
    await worker.keeper.look();
    const had = (await worker.witness.read())?.epoch;
    await redis.del(await redis.keys(calledKey('since:*')));
    await worker.keeper.look();
    const begun = (await worker.witness.read())?.epoch;
    expect(begun).not.to.equal(had);
    await worker.keeper.look();
    expect((await worker.witness.read())?.epoch).to.equal(begun);
    expect(worker.keeper.state).to.equal('adopted');
  });

  it('begin anew for a Redis that evicts key after key, and not for every one of them', async () => {
    await restart();
    await worker.keeper.look();
    let evicted = 0;
    const process = async () => {
      evicted += 1;
      return { ...(await worker.witness.process()), evicted: String(evicted) };
    };
    const keeper = new HistoryKeeper({ db: database.db, logger, witness: { ...worker.witness, process } });
    const epochs = new Set([(await worker.witness.read())?.epoch]);
    for (let looks = 0; looks < 4; looks += 1) {
      await keeper.look();
      epochs.add((await worker.witness.read())?.epoch);
    }
    expect(epochs.size).to.equal(2);
    expect(keeper.state).to.equal('adopted');
  });

  it('tell a witness what they remember until it takes it, and once per epoch', async () => {
    await restart();
    await worker.keeper.look();
    let told = 0;
    const remember = async () => {
      told += 1;
      if (told < 3) throw new Error('OOM');
    };
    const recorded = recordingLogger();
    const keeper = new HistoryKeeper({
      ...{ db: database.db, logger: recorded.logger, witness: worker.witness },
      remember,
    });
    for (const times of [1, 2, 3, 3]) {
      await keeper.look();
      expect(told).to.equal(times);
      expect(keeper.state).to.equal('adopted');
    }
    expect(recorded.logged().match(/Redis does not accept/g), 'said once').to.have.length(1);
  });

  it('adopt nothing before the witness has taken what they remember', async () => {
    let [takes, adopted] = [false, 0];
    const keeper = new HistoryKeeper({
      ...{ db: database.db, logger, witness: worker.witness },
      remember: async () => {
        if (!takes) throw new Error('OOM');
      },
      adopt: async () => {
        adopted += 1;
        return true;
      },
    });
    await keeper.look();
    expect([keeper.state, adopted]).to.deep.equal(['unknown', 0]);
    takes = true;
    await keeper.look();
    expect([keeper.state, adopted]).to.deep.equal(['adopted', 1]);
  });

  const seenAgo = async (): Promise<number | null> => {
    const [row] = await database.db.query<{ ago: number | null }>(
      'SELECT extract(epoch FROM now() - seen_at)::float8 AS ago FROM database_histories ORDER BY adopted_at DESC LIMIT 1',
    );
    return row?.ago ?? null;
  };

  for (const seen of ['NULL', `now() - interval '2 minutes'`, `now() + interval '1 day'`]) {
    it(`write down that it is there, where it was last seen at ${seen}`, async () => {
      await restart();
      await worker.keeper.look();
      await database.db.query(`UPDATE database_histories SET seen_at = ${seen}`);
      await worker.keeper.look();
      await waitFor(async () => Math.abs((await seenAgo()) ?? 1_000) < 60, { describe: 'it is seen' });
    });
  }

  it('do not say so of one that is not the adopted one', async () => {
    await database.db.query(`UPDATE database_histories SET seen_at = NULL`);
    const late = new HistoryKeeper({ db: database.db, logger, witness: worker.witness });
    await late.look();
    expect(late.state).to.equal('unknown');
    expect(await seenAgo()).to.equal(null);
  });

  it('name what is gone', async () => {
    await worker.keeper.look();
    expect(worker.keeper.state).to.equal('adopted');
    await worker.keeper.look();
    expect(await named()).to.deep.equal([gone]);
  });

  it('name it also when another process asked the witness before the adoption, and the database after it', async () => {
    const seen = before;
    await worker.keeper.look();
    const late = new HistoryKeeper({
      db: database.db,
      logger,
      witness: { ...worker.witness, read: () => Promise.resolve(seen) },
    });
    await late.look();
    expect(late.state).to.equal('adopted');
    expect(await worker.witness.read()).to.include({ adopting: true });
    await worker.keeper.look();
    expect(await named()).to.deep.equal([gone]);
  });

  it('name it also when the witness loses everything between the adoption and the comparison', async () => {
    await worker.keeper.look();
    await redis.del(HISTORY_KEY);
    for (let looks = 0; looks < 3; looks += 1) await worker.keeper.look();
    expect(await named()).to.deep.equal([gone]);
  });
});
