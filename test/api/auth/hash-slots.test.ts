import { expect } from 'chai';
import { HashSlots } from '../../../api/auth/hash-slots.js';
import { ApiError } from '../../../api/errors/catalogue.js';

/** Work that runs until it is told to end. */
function heldWork() {
  const running: (() => void)[] = [];
  return { running, work: () => new Promise<void>((resolve) => running.push(resolve)) };
}

describe('HashSlots', () => {
  it('runs four at once and the next as soon as one ends, in order', async () => {
    const slots = new HashSlots();
    const { running, work } = heldWork();
    const all = Array.from({ length: 6 }, () => slots.run(work));
    await Promise.resolve();
    expect(running).to.have.length(4);
    running[0]?.();
    await all[0];
    await new Promise(setImmediate);
    expect(running).to.have.length(5);
    for (let index = 1; index < 6; index += 1) {
      running[index]?.();
      await all[index];
      await new Promise(setImmediate);
    }
  });

  it('frees the slot of work that fails', async () => {
    const slots = new HashSlots();
    const failing = Array.from({ length: 8 }, () => slots.run(() => Promise.reject(new Error('no'))));
    const results = await Promise.allSettled(failing);
    expect(results.every(({ status }) => status === 'rejected')).to.equal(true);
    expect(await slots.run(async () => 'free')).to.equal('free');
  });

  it('turns away with 429 after two seconds', async () => {
    const slots = new HashSlots();
    const { running, work } = heldWork();
    const held = Array.from({ length: 4 }, () => slots.run(work));
    const error = await slots.run(work).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ApiError);
    expect(error).to.deep.include({ kind: 'rate_limited', httpStatus: 429 });
    expect((error as ApiError).headers).to.include({ 'Retry-After': '2' });
    for (const end of running) end();
    await Promise.all(held);
  });
});
