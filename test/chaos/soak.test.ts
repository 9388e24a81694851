import { expect } from 'chai';
import { allFaults } from '../../chaos/soak/faults/index.js';
import { runSoak } from '../../chaos/soak/run-soak.js';
import { type Servers, startServers } from '../../chaos/world/servers.js';
import { expectNoFindings } from './expect-no-findings.js';

/** The faults that heal quickly. */
const KINDS = [
  'API SIGKILL',
  'worker stutters',
  'Redis FLUSHALL',
  'Redis CLIENT KILL',
  'ghost jobs in Redis',
  'pg_terminate_backend, all',
  'commits lost, or their answers',
  'provider: reset',
  'forged jobs',
];

describe('the soak in short', function () {
  this.timeout(900_000);

  let servers: Servers;
  // For each attempt: calls of an earlier one would be of checks that nobody knows.
  beforeEach(async () => {
    servers = await startServers();
  });
  afterEach(() => servers.close());

  it('does faults of many kinds under load: nothing is called twice, lost or out of balance', async () => {
    const report = await runSoak(servers, {
      faults: allFaults({ clocks: false, smallDisk: false }).filter(({ kind }) => KINDS.includes(kind)),
      seconds: 30,
      seed: 'short',
      apis: 2,
      workers: 1,
      rate: 4,
      hands: 3,
      baseline: false,
      unguarded: false,
      say: () => undefined,
    });
    expectNoFindings(report.findings);
    expect(report.strikes.length, 'faults').to.be.at.least(3);
    expect(report.statuses.completed, 'completed requests').to.be.at.least(20);
  });
});
