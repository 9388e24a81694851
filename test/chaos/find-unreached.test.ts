import { expect } from 'chai';
import { findUnreached } from '../../chaos/crash/find-unreached.js';
import { KILL_POINTS } from '../../chaos/crash/points/index.js';
import type { GroupReport } from '../../chaos/crash/run-group.js';

/** A group with these kills, each on the spot or not. */
function groupOf(...kills: readonly (readonly [point: string, effective: boolean])[]): GroupReport {
  const ends = { requests: 0, reviews: 0, neverSent: 0, endedAt: 0 };
  return {
    kills: kills.map(([name, effective]) => {
      const point = KILL_POINTS.find((known) => known.name === name);
      if (point === undefined) throw new Error(`There is no point ${name}`);
      return { point, effective, requests: [], killedAt: 0, ends };
    }),
    findings: [],
    checkIds: [],
  };
}

describe('findUnreached', () => {
  it('names a point whose moment never came, in any of its groups', () => {
    const groups = [
      groupOf(['mark-after', false], ['mark-after', false]),
      groupOf(['mark-after', false], ['loaded', true]),
    ];
    expect(findUnreached(groups)).to.deep.equal(['mark-after']);
  });

  it('forgives a kill that came elsewhere, if another of its point came on the spot', () => {
    expect(findUnreached([groupOf(['loaded', false]), groupOf(['loaded', true])])).to.deep.equal([]);
  });
});
