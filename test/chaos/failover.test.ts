import { expect } from 'chai';
import { KINDS } from '../../chaos/failover/kinds.js';
import { runFailovers } from '../../chaos/failover/run-failovers.js';
import { expectNoFindings } from './expect-no-findings.js';

/** Most of the others are in test/processes, step by step. */
const NAMES = ['sync', 'redis', 'collation'];

describe('failovers under load', function () {
  this.timeout(300_000);

  for (const kind of KINDS.filter(({ name }) => NAMES.includes(name))) {
    it(`${kind.name}: nothing is called twice, lost or out of balance`, async () => {
      const options = { kind, runs: 1, seconds: 60, seed: 'short', replays: false, say: () => undefined };
      const { runs, findings } = await runFailovers(options);
      expectNoFindings(findings);
      expect(runs).to.have.lengthOf(1);
      expect(runs[0]?.requests, 'requests').to.be.at.least(20);
      expect(runs[0]?.callingMs, 'calls again').to.be.a('number');
    });
  }
});
