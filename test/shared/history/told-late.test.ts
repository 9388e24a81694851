import { expect } from 'chai';
import { newId } from '../../../shared/domain/ids.js';
import { type History, openHistory } from '../../../shared/history/open-history.js';
import { createLogger } from '../../../shared/logger.js';
import { useDatabase } from '../../support/database/use-database.js';
import { useOwnRedis } from '../../support/redis/use-own-redis.js';

const logger = createLogger({ process: 'worker', level: 'silent' });

describe('A request that was acknowledged while Redis took no writes, and has forgotten nothing since', function () {
  this.timeout(30_000);
  const database = useDatabase();
  const redis = useOwnRedis();
  let api: History;
  let worker: History;
  let id: string;

  beforeEach(async () => {
    const { db } = database;
    await redis().flushdb();
    await db.query('UPDATE database_histories SET witness_epoch = NULL');
    api = openHistory({ db, redis: redis(), logger });
    worker = openHistory({ db, redis: redis(), logger, adopter: 'worker' });
    await worker.keeper.look();
    await api.keeper.look();
    id = newId();
  });
  afterEach(() => redis().config('SET', 'maxmemory', '0'));

  async function state() {
    const found = await worker.witness.read();
    if (found === undefined) throw new Error('The witness has not begun');
    return found;
  }

  async function acknowledgeInVain(process: History): Promise<void> {
    const { history: historyId, systemIdentifier, timeline } = await state();
    await redis().config('SET', 'maxmemory', '1');
    const refused = await process.acknowledgements
      .note({ historyId, systemIdentifier, timeline }, [id])
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error).with.property('message').that.matches(/OOM/);
    // Still full: it cannot be told now either.
    await process.keeper.look();
    expect(await process.acknowledgements.last()).to.deep.equal([]);
    await redis().config('SET', 'maxmemory', '0');
  }

  /** The database is replaced by one that lacks the request. */
  async function failOver(): Promise<void> {
    const before = await state();
    await database.db.query('UPDATE database_histories SET timeline = timeline + 1000 WHERE id = $1', [
      before.history,
    ]);
    await worker.witness.begin(before, { ...before, timeline: 0 });
  }

  async function look(process: History, times: number): Promise<void> {
    for (let looks = 0; looks < times; looks += 1) await process.keeper.look();
  }

  const isNamed = async (): Promise<boolean> =>
    (await database.db.query('SELECT FROM lost_requests WHERE id = $1', [id])).length === 1;

  it('is told as soon as Redis takes it, once', async () => {
    await acknowledgeInVain(api);
    await look(api, 2);
    expect(await api.acknowledgements.last()).to.deep.equal([id]);
  });

  it('is named when a failover loses it', async () => {
    await acknowledgeInVain(worker);
    await failOver();
    await look(worker, 2);
    expect(await isNamed()).to.equal(true);
  });

  it('is named also when its process could tell only after what is gone was named', async () => {
    const { history: historyId, systemIdentifier, timeline } = await state();
    await acknowledgeInVain(api);
    await failOver();
    await look(worker, 3);
    expect(await worker.witness.read()).to.include({ adopting: false });
    expect(await isNamed()).to.equal(false);
    await api.keeper.look();
    // Meanwhile, too, a request of the database of before is refused, which nobody would compare again.
    expect(await api.acknowledgements.note({ historyId, systemIdentifier, timeline }, [newId()])).to.equal(
      'superseded',
    );
    await worker.keeper.look();
    expect(await isNamed()).to.equal(true);
    expect(await worker.witness.read()).to.include({ adopting: false });
  });

  it('has nobody compare anything again where nothing else was adopted since', async () => {
    await failOver();
    await look(worker, 3);
    const comparedAt = async () =>
      (await database.db.query('SELECT max(requests_compared_at) AS at FROM database_histories'))[0];
    const before = await comparedAt();
    await api.keeper.look();
    await acknowledgeInVain(api);
    await look(api, 2);
    await look(worker, 1);
    expect(await comparedAt()).to.deep.equal(before);
  });
});
