import { expect } from 'chai';
import { findUnreached } from '../../chaos/crash/find-unreached.js';
import { KILL_POINTS } from '../../chaos/crash/points/index.js';
import { runGroups } from '../../chaos/crash/run-groups.js';
import { type Servers, startServers } from '../../chaos/world/servers.js';
import { expectNoFindings } from './expect-no-findings.js';

describe('the crash matrix in short', function () {
  this.timeout(900_000);

  let servers: Servers;
  // For each attempt: calls of an earlier one would be of checks that nobody knows.
  beforeEach(async () => {
    servers = await startServers();
  });
  afterEach(() => servers.close());

  it('kills once at every step, and every promise is kept', async () => {
    const ofWorkers = KILL_POINTS.filter(({ role }) => role === 'worker');
    const half = Math.ceil(ofWorkers.length / 2);
    // A group spends most of its time waiting for what its killed processes left behind.
    const groups = Object.entries({
      'every-other-step': KILL_POINTS.filter(({ role }) => role !== 'worker'),
      'early-worker-steps': ofWorkers.slice(0, half),
      'late-worker-steps': ofWorkers.slice(half),
    }).map(([name, points]) => ({ name, points, seed: 'short' }));
    const report = await runGroups(servers, groups, {
      seconds: 1,
      atOnce: groups.length,
      say: () => undefined,
    });
    expectNoFindings(report.findings);
    const kills = report.groups.flatMap((group) => group.kills);
    expect(kills).to.have.length(KILL_POINTS.length);
    expect(findUnreached(report.groups), 'points that were not reached').to.deep.equal([]);
    // Otherwise the kills would prove nothing: some calls were cut off, and some requests succeeded.
    const total = (of: (kill: (typeof kills)[number]) => number) =>
      kills.reduce((sum, kill) => sum + of(kill), 0);
    expect(total(({ ends }) => ends.reviews)).to.be.within(1, total(({ ends }) => ends.requests) - 1);
  });
});
