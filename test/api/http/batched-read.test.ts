import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { batchedRead, byPlace } from '../../../api/http/batched-read.js';

describe('a batched read', () => {
  /** A read whose statements end when the test says so; a row is its key in capitals. */
  function startReader() {
    const statements: string[][] = [];
    const ends: (() => void)[] = [];
    const read = batchedRead<string, string>({
      read: async (keys) => {
        statements.push([...keys]);
        await new Promise<void>((resolve) => ends.push(resolve));
        return keys.map((key) => key.toUpperCase());
      },
      nameOf: (key) => key,
      laneOf: () => 'all',
    });
    return { statements, read, endNext: () => ends.shift()?.() };
  }

  /** Lets the event loop turn a few times, which takes less than any timer would. */
  async function turnLoop(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  }

  it('asks once for a key that several readers want, and answers all of them', async () => {
    const { statements, read, endNext } = startReader();
    const rows = Promise.all([read('a'), read('b'), read('a')]);
    await turnLoop();
    endNext();
    expect(await rows).to.deep.equal(['A', 'B', 'A']);
    expect(statements).to.deep.equal([['a', 'b']]);
  });

  it('never answers from a statement that began before the question', async () => {
    const { statements, read, endNext } = startReader();
    const early = read('a');
    await turnLoop();
    const late = read('a');
    endNext();
    await early;
    await turnLoop();
    expect(statements).to.deep.equal([['a'], ['a']]);
    endNext();
    expect(await late).to.equal('A');
  });

  it('fails the readers of a statement that does not answer every key', async () => {
    const read = batchedRead<string, string>({
      read: async () => [],
      nameOf: (key) => key,
      laneOf: () => 'all',
    });
    const error = await read('a').catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
  });
});

describe('byPlace', () => {
  it('gathers rows by the place of their key, in their order, with nothing for keys without rows', () => {
    const rows = [
      { place: 3, name: 'c1' },
      { place: 1, name: 'a' },
      { place: 3, name: 'c2' },
    ];
    const names = byPlace(rows, 3).map((group) => group.map(({ name }) => name));
    expect(names).to.deep.equal([['a'], [], ['c1', 'c2']]);
  });
});
