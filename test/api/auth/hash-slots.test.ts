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
    const all = Array.from({ length: 6 }, () => slots.run('lane', work));
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

  it('gives every lane its turn, however many of another wait', async () => {
    const slots = new HashSlots();
    const { running, work } = heldWork();
    const begun: string[] = [];
    const run = (lane: string) =>
      slots.run(lane, () => {
        begun.push(lane);
        return work();
      });
    const all = [...Array.from({ length: 12 }, () => run('flood')), run('other'), run('other')];
    for (let index = 0; index < all.length; index += 1) {
      await new Promise(setImmediate);
      running[index]?.();
    }
    await Promise.all(all);
    // Four at once, and then in turn.
    expect(begun.slice(4, 8)).to.deep.equal(['flood', 'other', 'flood', 'other']);
    expect(begun.slice(8)).to.deep.equal(Array(6).fill('flood'));
  });

  it('frees the slot of work that fails', async () => {
    const slots = new HashSlots();
    const failing = Array.from({ length: 8 }, () => slots.run('lane', () => Promise.reject(new Error('no'))));
    const results = await Promise.allSettled(failing);
    expect(results.every(({ status }) => status === 'rejected')).to.equal(true);
    expect(await slots.run('lane', async () => 'free')).to.equal('free');
  });

  it('turns away with 429 after two seconds', async () => {
    const slots = new HashSlots();
    const { running, work } = heldWork();
    const held = Array.from({ length: 4 }, () => slots.run('lane', work));
    const error = await slots.run('lane', work).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ApiError);
    expect(error).to.deep.include({ kind: 'rate_limited', httpStatus: 429 });
    expect((error as ApiError).headers).to.include({ 'Retry-After': '2' });
    for (const end of running) end();
    await Promise.all(held);
  });
});
