import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { Heartbeat } from '../../worker/heartbeat.js';
import { recordingLogger } from '../support/checks/check-worker.js';
import { useDatabase } from '../support/database/use-database.js';

describe('Heartbeat', () => {
  const database = useDatabase();

  function make(worker: string) {
    const at = { monotonic: 0, wall: 1_000_000 };
    const { logger } = recordingLogger();
    const heartbeat = new Heartbeat({ db: database.db, worker, logger, now: () => ({ ...at }) });
    return { heartbeat, at };
  }

  async function rowOf(worker: string) {
    const [row] = await database.db.query<{ fresh: boolean; ended: boolean }>(
      `SELECT beat_at > now() - interval '5 seconds' AS fresh, ended_at IS NOT NULL AS ended
       FROM workers WHERE id = $1`,
      [worker],
    );
    return row;
  }

  it('tells the database that the worker lives, and that it has ended', async () => {
    const { heartbeat } = make('a');
    heartbeat.start();
    await waitFor(async () => (await rowOf('a')) !== undefined, { describe: 'it beats' });
    expect(await rowOf('a')).to.deep.equal({ fresh: true, ended: false });
    await heartbeat.stop();
    expect(await rowOf('a')).to.include({ ended: true });
  });

  it('comes back after a restore that has forgotten it', async () => {
    const { heartbeat } = make('b');
    await heartbeat.beat();
    await database.db.query(`UPDATE workers SET beat_at = now() - interval '1 hour' WHERE id = 'b'`);
    await heartbeat.beat();
    expect(await rowOf('b')).to.deep.equal({ fresh: true, ended: false });
  });

  it('has no life before it was heard, and the same while it is heard', async () => {
    const { heartbeat, at } = make('c');
    expect(heartbeat.life()).to.equal(undefined);
    await heartbeat.beat();
    const life = heartbeat.life();
    expect(life).to.be.a('number');
    at.monotonic += 40_000;
    await heartbeat.beat();
    expect(heartbeat.life()).to.equal(life);
  });

  it('is silent if it was never heard, from a while after its start', async () => {
    const { heartbeat, at } = make('never');
    expect(heartbeat.isSilent()).to.equal(false);
    at.monotonic += 46_000;
    expect(heartbeat.isSilent()).to.equal(true);
    expect(heartbeat.ageMs()).to.equal(46_000);
    await heartbeat.beat();
    expect(heartbeat.isSilent()).to.equal(false);
  });

  it('counts the silence from before a beat was sent, however late it arrives', async () => {
    const at = { monotonic: 0, wall: 1_000_000 };
    const { logger } = recordingLogger();
    const statement: typeof database.db.statement = async (...sent) => {
      at.monotonic += 46_000;
      return database.db.statement(...sent);
    };
    const heartbeat = new Heartbeat({ db: { statement }, worker: 'e', logger, now: () => ({ ...at }) });
    await heartbeat.beat();
    expect(heartbeat.life()).to.equal(undefined);
  });

  it('knows for how long the database has taken its beats, from the first one after an interruption', async () => {
    const { heartbeat, at } = make('f');
    expect(heartbeat.writableForMs(), 'not heard yet').to.equal(0);
    for (let beats = 0; beats < 5; beats += 1) {
      at.monotonic += 2_500;
      await heartbeat.beat();
    }
    expect(heartbeat.writableForMs()).to.equal(10_000);
    at.monotonic += 7_000;
    expect(heartbeat.writableForMs(), 'one is missing').to.equal(0);
    await heartbeat.beat();
    at.monotonic += 2_500;
    expect(heartbeat.writableForMs()).to.equal(2_500);
  });

  /** A heart whose beats take a while, or fail. */
  function makeSlow(worker: string) {
    const at = { monotonic: 0, wall: 1_000_000 };
    const { logger } = recordingLogger();
    const state = { delayMs: 0, fails: false };
    const statement: typeof database.db.statement = async (...sent) => {
      at.monotonic += state.delayMs;
      if (state.fails) throw new Error('away');
      return database.db.statement(...sent);
    };
    const heartbeat = new Heartbeat({ db: { statement }, worker, logger, now: () => ({ ...at }) });
    return { heartbeat, at, state };
  }

  it('does not take a beat that arrives after an interruption for one before it', async () => {
    const { heartbeat, at, state: slow } = makeSlow('g');
    await heartbeat.beat();
    at.monotonic += 2_500;
    slow.delayMs = 30_000;
    await heartbeat.beat();
    expect(heartbeat.writableForMs()).to.equal(0);
    slow.delayMs = 0;
    at.monotonic += 1_000;
    await heartbeat.beat();
    expect(heartbeat.writableForMs(), 'since it arrived').to.equal(1_000);
  });

  it('takes a failed beat for an interruption, however short', async () => {
    const { heartbeat, at, state: away } = makeSlow('h');
    await heartbeat.beat();
    at.monotonic += 2_500;
    away.fails = true;
    await heartbeat.beat().catch(() => undefined);
    expect(heartbeat.writableForMs()).to.equal(0);
    away.fails = false;
    await heartbeat.beat();
    at.monotonic += 1_000;
    expect(heartbeat.writableForMs()).to.equal(1_000);
  });

  it('does not take a database that is slow for hours for one that is away', async () => {
    const { heartbeat, at, state: slow } = makeSlow('i');
    slow.delayMs = 7_900;
    for (let beats = 0; beats < 4; beats += 1) {
      await heartbeat.beat();
      at.monotonic += 2_500;
    }
    expect(heartbeat.writableForMs(), 'the second was late after one that was not').to.equal(
      2 * 10_400 + 2_500,
    );
  });

  for (const clock of ['monotonic', 'wall'] as const) {
    it(`has none after a long silence by the ${clock} clock, and another one from the next beat on`, async () => {
      const { heartbeat, at } = make(`d-${clock}`);
      await heartbeat.beat();
      const life = heartbeat.life();
      at[clock] += 46_000;
      expect(heartbeat.life()).to.equal(undefined);
      await heartbeat.beat();
      expect(heartbeat.life()).to.be.a('number').and.not.equal(life);
    });
  }
});
