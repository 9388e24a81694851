import { expect } from 'chai';
import type { Sql } from '../../../shared/db/database.js';
import { SetClock } from '../../../worker/reconciler/set-clock.js';

describe('SetClock', () => {
  let monotonic: number;
  let aheadMs: number;
  /** How long PostgreSQL takes to answer, with its clock as it is then. */
  let answersAfterMs: number;
  let clock: SetClock;
  const sql: Sql = {
    query: async <Row extends object>() => {
      monotonic += answersAfterMs;
      return [{ now: new Date(monotonic + aheadMs) }] as unknown as Row[];
    },
  };
  beforeEach(() => {
    monotonic = 0;
    aheadMs = 0;
    answersAfterMs = 0;
    clock = new SetClock(() => monotonic);
  });

  it('knows of no step before its first look', async () => {
    expect(await clock.evenForMs(sql)).to.equal(Number.POSITIVE_INFINITY);
  });

  it('notices a step in either direction, and says how long ago it was', async () => {
    for (const step of [3_600_000, -3_600_000]) {
      await clock.evenForMs(sql);
      aheadMs += step;
      expect(await clock.evenForMs(sql)).to.equal(0);
      monotonic += 5_000;
      expect(await clock.evenForMs(sql)).to.equal(5_000);
    }
  });

  it('takes no slow answer for a step, and no small step for one that matters', async () => {
    await clock.evenForMs(sql);
    answersAfterMs = 8_000;
    await clock.evenForMs(sql);
    answersAfterMs = 0;
    aheadMs += 2_000;
    expect(await clock.evenForMs(sql)).to.equal(Number.POSITIVE_INFINITY);
  });

  it('notices a step behind a look that was too slow to show one', async () => {
    await clock.evenForMs(sql);
    answersAfterMs = 8_000;
    await clock.evenForMs(sql);
    answersAfterMs = 0;
    aheadMs += 5_000;
    expect(await clock.evenForMs(sql)).to.equal(0);
  });
});
