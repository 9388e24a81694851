import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { Batcher } from '../../shared/batcher.js';

interface Item {
  lane: string;
  name: string;
}

/** A batcher whose batches end when the test says so. */
function startBatcher(
  options: {
    maxBatch?: number;
    maxBytes?: number;
    maxHeldUpLanes?: number;
    fail?: (names: string[]) => Error | undefined;
    heldUp?: () => string[];
  } = {},
) {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<Item, string>({
    run: async (items) => {
      const names = items.map(({ name }) => name);
      batches.push(names);
      await new Promise<void>((resolve) => ends.push(resolve));
      const error = options.fail?.(names);
      if (error !== undefined) throw error;
      return names.map((name) => `done ${name}`);
    },
    laneOf: ({ lane }) => lane,
    maxBatch: options.maxBatch ?? 100,
    ...(options.maxBytes !== undefined && {
      bytes: { of: ({ name }: Item) => name.length, max: options.maxBytes },
    }),
    ...(options.maxHeldUpLanes !== undefined && { maxHeldUpLanes: options.maxHeldUpLanes }),
    findHeldUp: async (items) => {
      const heldUp = options.heldUp?.() ?? [];
      return new Set(items.map(({ lane }) => lane).filter((lane) => heldUp.includes(lane)));
    },
  });
  const submit = (name: string, lane = 'one') => batcher.submit({ lane, name });
  return { batches, batcher, submit, endNext: () => ends.shift()?.(), running: () => ends.length };
}

/** Lets the event loop turn a few times, which takes less than any timer would. */
async function turnLoop(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

/** Ends batch after batch until none is running. */
async function endAll(started: { endNext(): void; running(): number }): Promise<void> {
  await turnLoop();
  while (started.running() > 0) {
    started.endNext();
    await turnLoop();
  }
}

/** The outcome of a submission as a word, however it ends. */
function ending(promise: Promise<string>): Promise<string> {
  return promise.catch((error: Error) => `failed: ${error.message}`);
}

describe('Batcher', () => {
  it('runs a lone item at once, without any timer', async () => {
    const started = startBatcher();
    const result = started.submit('a');
    await turnLoop();
    expect(started.batches).to.deep.equal([['a']]);
    started.endNext();
    expect(await result).to.equal('done a');
  });

  it('puts what arrives in the same turn into the first batch, on whatever connection', async () => {
    const started = startBatcher();
    const first = [started.submit('a'), started.submit('b')];
    // Everything from the first connection is finished before the next one is read.
    for (let promise = 0; promise < 20; promise += 1) await Promise.resolve();
    const results = Promise.all([...first, started.submit('c')]);
    await endAll(started);
    expect(started.batches).to.deep.equal([['a', 'b', 'c']]);
    expect(await results).to.deep.equal(['done a', 'done b', 'done c']);
  });

  it('gathers what arrives while a batch runs, and runs it as the next one', async () => {
    const started = startBatcher();
    const first = started.submit('a');
    await turnLoop();
    const later = [started.submit('b'), started.submit('c', 'two'), started.submit('d')];
    await turnLoop();
    expect(started.batches, 'one batch at a time').to.deep.equal([['a']]);
    started.endNext();
    expect(await first).to.equal('done a');
    await turnLoop();
    expect(started.batches).to.have.lengthOf(2);
    expect(started.batches[1]).to.have.members(['b', 'c', 'd']);
    await endAll(started);
    expect(await Promise.all(later)).to.deep.equal(['done b', 'done c', 'done d']);
  });

  it('keeps the order inside a lane over batches', async () => {
    const started = startBatcher({ maxBatch: 3 });
    const names = Array.from({ length: 10 }, (_, index) => `a${index}`);
    const results = names.map((name) => started.submit(name));
    results.push(started.submit('b0', 'two'));
    await endAll(started);
    const order = started.batches.flat();
    expect(order.filter((name) => name.startsWith('a'))).to.deep.equal(names);
    expect(await Promise.all(results)).to.deep.equal([...names, 'b0'].map((name) => `done ${name}`));
  });

  it('never takes more than maxBatch', async () => {
    const started = startBatcher({ maxBatch: 4 });
    const results = Array.from({ length: 11 }, (_, index) => started.submit(`${index}`, `lane ${index % 3}`));
    await endAll(started);
    await Promise.all(results);
    expect(started.batches.map(({ length }) => length)).to.deep.equal([4, 4, 3]);
  });

  it('takes no more once it has maxBytes, and always takes one', async () => {
    const started = startBatcher({ maxBytes: 5 });
    const names = ['aa', 'bb', 'cc', 'd', 'far too long', 'e'];
    const results = names.map((name, index) => started.submit(name, index === 3 ? 'two' : 'one'));
    await endAll(started);
    expect(started.batches).to.deep.equal([['aa', 'd', 'bb'], ['cc', 'far too long'], ['e']]);
    expect(await Promise.all(results)).to.deep.equal(names.map((name) => `done ${name}`));
  });

  it('takes a lone lane into the very next batch while another lane floods', async () => {
    const started = startBatcher({ maxBatch: 10 });
    const flood = Array.from({ length: 500 }, (_, index) => started.submit(`flood ${index}`, 'flood'));
    await turnLoop();
    const small = started.submit('small', 'small');
    started.endNext();
    await turnLoop();
    expect(started.batches[1]).to.include('small');
    await endAll(started);
    await Promise.all([...flood, small]);
  });

  it('gives every lane its turn when there are more lanes than places', async () => {
    const started = startBatcher({ maxBatch: 2 });
    const lanes = ['a', 'b', 'c', 'd', 'e'];
    const results = lanes.flatMap((lane) => [
      started.submit(`${lane}1`, lane),
      started.submit(`${lane}2`, lane),
    ]);
    await endAll(started);
    await Promise.all(results);
    expect(started.batches).to.deep.equal([
      ['a1', 'b1'],
      ['c1', 'd1'],
      ['e1', 'a2'],
      ['b2', 'c2'],
      ['d2', 'e2'],
    ]);
  });

  it('lets a bad item fail alone', async () => {
    const started = startBatcher({
      fail: (names) => (names.includes('bad') ? new Error('bad item') : undefined),
    });
    const results = ['a', 'bad', 'b'].map((name) => ending(started.submit(name)));
    await endAll(started);
    expect(await Promise.all(results)).to.deep.equal(['done a', 'failed: bad item', 'done b']);
    expect(started.batches).to.deep.equal([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it('fails all, without trying each alone, when the database is away', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const started = startBatcher({ fail: () => away });
    const results = ['a', 'b', 'c'].map((name) => ending(started.submit(name)));
    await endAll(started);
    expect(new Set(await Promise.all(results))).to.deep.equal(new Set(['failed: connect ECONNREFUSED']));
    expect(started.batches).to.have.lengthOf(1);
  });

  it('goes on with the next batch after a failed one', async () => {
    let away = true;
    const started = startBatcher({
      fail: () => (away ? Object.assign(new Error('away'), { code: 'ECONNREFUSED' }) : undefined),
    });
    const first = ending(started.submit('a'));
    await turnLoop();
    const second = started.submit('b');
    started.endNext();
    expect(await first).to.equal('failed: away');
    away = false;
    await endAll(started);
    expect(await second).to.equal('done b');
  });

  it('fails the items when run throws at once or answers too few', async () => {
    for (const run of [
      () => {
        throw new Error('at once');
      },
      async () => [],
    ]) {
      const batcher = new Batcher<string, string>({ run, laneOf: () => 'all', maxBatch: 5 });
      expect(await ending(batcher.submit('a'))).to.match(/failed: (at once|Bug: a batch must answer)/);
    }
  });

  describe('while a lock holds a lane up', () => {
    let isLocked: boolean;
    beforeEach(() => {
      isLocked = true;
    });
    const start = (heldUp = ['held']) =>
      startBatcher({
        fail: (names) =>
          isLocked && names.some((name) => name.startsWith('held'))
            ? Object.assign(new Error('locked'), { code: '55P03' })
            : undefined,
        heldUp: () => heldUp,
      });

    it('runs it beside the others, in its order, and with them again once it gets the lock', async () => {
      const started = start();
      const results = [started.submit('held 1', 'held'), started.submit('a', 'other')].map(ending);
      await turnLoop();
      results.push(ending(started.submit('held 2', 'held')));
      started.endNext();
      await turnLoop();
      expect(started.batches.slice(1)).to.deep.equal([['a'], ['held 1', 'held 2']]);
      results.push(ending(started.submit('b', 'other')));
      started.endNext();
      await turnLoop();
      expect(started.batches.at(-1), 'while the lane still waits').to.deep.equal(['b']);
      await endAll(started);
      const locked = 'failed: locked';
      expect(await Promise.all(results)).to.deep.equal([locked, 'done a', locked, 'done b']);

      const later = [started.submit('held 3', 'held'), started.submit('c', 'other')];
      await turnLoop();
      expect(started.batches.slice(-2), 'still apart').to.deep.equal([['held 3'], ['c']]);
      isLocked = false;
      await endAll(started);
      expect(await Promise.all(later)).to.deep.equal(['done held 3', 'done c']);
      const last = [started.submit('held 4', 'held'), started.submit('d', 'other')];
      await endAll(started);
      await Promise.all(last);
      expect(started.batches.at(-1)).to.deep.equal(['held 4', 'd']);
    });

    it('drains it, too', async () => {
      const started = start();
      const result = ending(started.submit('held 1', 'held'));
      await turnLoop();
      started.endNext();
      await turnLoop();
      let isDrained = false;
      const drained = started.batcher.drain().then(() => {
        isDrained = true;
      });
      await turnLoop();
      expect(isDrained).to.equal(false);
      await endAll(started);
      expect(await result).to.equal('failed: locked');
      await drained;
    });

    it('fails whatever is held up beyond two lanes: each of these occupies a connection', async () => {
      const lanes = ['one', 'two', 'three'];
      const started = start(lanes);
      const results = [...lanes, 'other'].map((lane) =>
        ending(started.submit(lane === 'other' ? 'a' : `held ${lane}`, lane)),
      );
      await turnLoop();
      started.endNext();
      expect(await results[2]).to.equal('failed: locked');
      await turnLoop();
      expect(started.batches.slice(1)).to.have.deep.members([['a'], ['held one'], ['held two']]);
      await endAll(started);
      expect(await results[3]).to.equal('done a');
      await Promise.all(results);

      const later = [ending(started.submit('held 3', 'three')), started.submit('b', 'other')];
      await turnLoop();
      started.endNext();
      await turnLoop();
      expect(started.batches.slice(-2), 'once the others have nothing to do').to.deep.equal([
        ['b'],
        ['held 3'],
      ]);
      await endAll(started);
      await Promise.all(later);
    });

    it('keeps its order while what was set apart is tried item by item, because one of them is bad', async () => {
      const started = startBatcher({
        fail: (names) => {
          if (isLocked) return Object.assign(new Error('locked'), { code: '55P03' });
          return names.includes('bad') ? new Error('bad') : undefined;
        },
        heldUp: () => ['held'],
      });
      const results = ['held 1', 'bad', 'held 2'].map((name) => ending(started.submit(name, 'held')));
      await turnLoop();
      started.endNext();
      await turnLoop();
      isLocked = false;
      for (const _ of ['all of them', 'the first']) {
        started.endNext();
        await turnLoop();
      }
      results.push(ending(started.submit('held 3', 'held')));
      await turnLoop();
      expect(started.running()).to.equal(1);
      await endAll(started);
      expect(await Promise.all(results)).to.deep.equal([
        'done held 1',
        'failed: bad',
        'done held 2',
        'done held 3',
      ]);
      expect(started.batches.slice(2)).to.deep.equal([['held 1'], ['bad'], ['held 2'], ['held 3']]);
    });

    it('fails it at once where no lane is to wait beside the others', async () => {
      const started = startBatcher({
        maxHeldUpLanes: 0,
        fail: (names) =>
          names.includes('held') ? Object.assign(new Error('locked'), { code: '55P03' }) : undefined,
        heldUp: () => ['held'],
      });
      const results = [started.submit('held', 'held'), started.submit('a', 'other')].map(ending);
      await endAll(started);
      expect(await Promise.all(results)).to.deep.equal(['failed: locked', 'done a']);
      expect(started.batches).to.deep.equal([['held', 'a'], ['a']]);
    });

    it('fails all when nobody knows which lane it is', async () => {
      const started = start([]);
      const results = [started.submit('held 1', 'held'), started.submit('a', 'other')].map(ending);
      await endAll(started);
      expect(await Promise.all(results)).to.deep.equal(['failed: locked', 'failed: locked']);
      expect(started.batches).to.have.length(1);
    });
  });

  describe('drain', () => {
    it('resolves at once when nothing is waiting', async () => {
      await startBatcher().batcher.drain();
    });

    it('waits for the running batch and for everything gathered behind it', async () => {
      const started = startBatcher();
      const results = [started.submit('a')];
      await turnLoop();
      results.push(started.submit('b'));
      let drained = 0;
      const drains = [1, 2].map(() => started.batcher.drain().then(() => (drained += 1)));
      started.endNext();
      await turnLoop();
      expect(drained, 'the second batch still runs').to.equal(0);
      started.endNext();
      await Promise.all([...drains, ...results]);
      expect(drained).to.equal(2);
    });

    it('waits for an item that was submitted in the same turn', async () => {
      const started = startBatcher();
      let settled = false;
      const result = started.submit('a').then(() => {
        settled = true;
      });
      const drained = started.batcher.drain();
      await endAll(started);
      await drained;
      expect(settled).to.equal(true);
      await result;
    });
  });
});
