import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readCard } from '../../bench/cost/card.js';
import { readProcessorCost, sizeFor, tableOfSizes } from '../../bench/cost/size.js';

const CARD = {
  alone: { ...readCard().alone, walBytes: 10_000 },
  kept: { verifications: 1_000, checks: 1_000 },
};

describe('the size of a deployment', () => {
  it('follows from what a verification costs, with every core used to 60%', () => {
    const size = sizeFor(16, { api: 400, worker: 800, postgres: 300, redis: 100 }, CARD);
    expect(size).to.deep.equal({
      cores: 16,
      rate: 6_000,
      limit: 'cores',
      apis: 4,
      workers: 8,
      postgresCores: 3,
      connections: 152,
      walMegabytes: 60,
      gigabytes: 1_036.8,
    });
  });

  it('grows no further than the one core of Redis lets it', () => {
    const size = sizeFor(64, { api: 400, worker: 800, postgres: 300, redis: 100 }, CARD);
    expect(size).to.include({ rate: 6_000, limit: 'the core of Redis', apis: 4, workers: 8 });
  });

  it('has two of each process at least', () => {
    const size = sizeFor(2, { api: 400, worker: 800, postgres: 300, redis: 100 }, CARD);
    expect(size).to.include({ rate: 750, apis: 2, workers: 2 });
  });

  it('is in docs/scaling.md as the cost card says it', () => {
    const text = readFileSync('docs/scaling.md', 'utf8');
    expect(text).to.include(tableOfSizes(readProcessorCost(), readCard()));
  });
});
