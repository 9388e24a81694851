import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { abortable } from '../../worker/abortable.js';

describe('what may be aborted', () => {
  it('is in progress as often as it may be without a warning of a leak', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => void warnings.push(warning);
    process.on('warning', listener);
    const { signal: stop } = new AbortController();
    await Promise.all(Array.from({ length: 50 }, () => abortable({ withinMs: 60_000, stop }, () => turn())));
    await turn();
    process.off('warning', listener);
    expect(warnings.map(({ message }) => message)).to.deep.equal([]);
  });

  it('leaves no timer behind where it is allowed more time once it is over', async () => {
    let allowLate = (_ms: number): void => undefined;
    await abortable({ withinMs: 60_000 }, async (_signal, allow) => {
      allowLate = allow;
    });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    allowLate(1_000);
    expect(timers()).to.equal(before);
  });
});
