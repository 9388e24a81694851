import { expect } from 'chai';
import { tracedBatcher } from '../../../shared/tracing/traced-batcher.js';
import { NO_SPAN, NO_TRACING } from '../../../shared/tracing/tracing.js';

describe('tracedBatcher', () => {
  for (const enabled of [true, false]) {
    it(`goes on without a lane that a lock holds up, with tracing ${enabled ? 'on' : 'off'}`, async () => {
      const asked: string[][] = [];
      const batcher = tracedBatcher<string, string>({
        tracing: { ...NO_TRACING, enabled, start: () => NO_SPAN },
        name: 'test',
        parentOf: () => undefined,
        laneOf: (item) => item,
        maxBatch: 10,
        run: async (items) => {
          if (items.includes('held')) throw Object.assign(new Error('locked'), { code: '55P03' });
          return items;
        },
        findHeldUp: async (items) => {
          asked.push([...items]);
          return new Set(['held']);
        },
      });
      const held = batcher.submit('held').catch(({ message }: Error) => message);
      expect(await batcher.submit('free')).to.equal('free');
      expect(await held).to.equal('locked');
      expect(asked).to.deep.equal([['held', 'free']]);
    });

    it(`ends a batch once it has enough bytes, with tracing ${enabled ? 'on' : 'off'}`, async () => {
      const batches: string[][] = [];
      const batcher = tracedBatcher<string, string>({
        tracing: { ...NO_TRACING, enabled, start: () => NO_SPAN },
        name: 'test',
        parentOf: () => undefined,
        laneOf: () => 'all',
        maxBatch: 10,
        bytes: { of: (item) => item.length, max: 4 },
        run: async (items) => {
          batches.push([...items]);
          return items;
        },
      });
      await Promise.all(['aaa', 'bbb', 'ccc'].map((item) => batcher.submit(item)));
      expect(batches).to.deep.equal([['aaa', 'bbb'], ['ccc']]);
    });
  }
});
