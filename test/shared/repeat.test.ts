import { expect } from 'chai';
import { repeatUntilStopped } from '../../shared/repeat.js';

describe('repeatUntilStopped', () => {
  it('tells work under way that it is to stop, and waits for it', async () => {
    const steps: string[] = [];
    let begun: () => void = () => undefined;
    const begins = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const loop = repeatUntilStopped({
      run: async (stopping) => {
        steps.push('begun');
        begun();
        while (!stopping()) await new Promise((resolve) => setImmediate(resolve));
        steps.push('done');
      },
      pauseMs: 60_000,
      onError: (error) => steps.push(String(error)),
    });
    await begins;
    await loop.stop();
    expect(steps).to.deep.equal(['begun', 'done']);
  });

  it('goes on after a failure, without a pause of its own at the stop', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    let twice: () => void = () => undefined;
    const ranTwice = new Promise<void>((resolve) => {
      twice = resolve;
    });
    const loop = repeatUntilStopped({
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Error('once');
        twice();
      },
      pauseMs: 1,
      onError: (error) => failures.push((error as Error).message),
    });
    await ranTwice;
    await loop.stop();
    expect(failures).to.deep.equal(['once']);
  });
});
