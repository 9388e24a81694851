import { expect } from 'chai';
import { type Figures, medianIfMeasured } from '../../bench/report/figures.js';
import { judgeGoals } from '../../bench/report/goals.js';
import { median } from '../../harness/median.js';

describe('the figures of a benchmark', () => {
  /** The cost of the log, round by round. */
  function costs(on: readonly number[], off: readonly number[]): Pick<Figures, 'find'> {
    const values: Record<string, readonly number[]> = { 'log.on.cpu': on, 'log.off.cpu': off };
    return { find: (name) => ({ name, label: name, unit: 'µs', values: [...(values[name] ?? [])] }) };
  }

  it('have the middle one as their median, wherever it stands', () => {
    expect(median([3, 1, 2])).to.equal(2);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
    expect(median([7])).to.equal(7);
  });

  for (const values of [[], [Number.NaN], [1, Number.NaN, 3], [1, 2, Number.POSITIVE_INFINITY]]) {
    it(`have no median when they are ${values.join(', ') || 'none'}`, () => {
      expect(() => median(values)).to.throw('No middle of');
      expect(medianIfMeasured(values)).to.be.NaN;
    });
  }

  it('meet a goal by the median of the rounds', () => {
    const [goal] = judgeGoals(costs([101, 200, 102], [100, 100, 100]));
    expect(goal).to.deep.include({ id: 'E1', median: 1.02, met: true });
  });

  it('meet no goal while one round was not measured, whatever the others say', () => {
    for (const missing of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const [goal] = judgeGoals(costs([1, missing, 1], [100, 100, 100]));
      expect(goal?.met).to.equal(false);
      expect(goal?.median).to.be.NaN;
    }
  });
});
