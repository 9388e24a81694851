import { expect } from 'chai';
import { KINDS } from '../../chaos/races/round.js';
import { runRaces } from '../../chaos/races/run-races.js';
import { type Servers, startServers } from '../../chaos/world/servers.js';
import { expectNoFindings } from './expect-no-findings.js';

/** With this seed, rounds of every kind occur. */
const SEED = '7';
const ROUNDS = 8;

describe('the races in short', function () {
  this.timeout(300_000);

  let servers: Servers;
  // For each attempt: calls of an earlier one would be of checks that nobody knows.
  beforeEach(async () => {
    servers = await startServers();
  });
  afterEach(() => servers.close());

  it('plays rounds of every kind, and every count is exact', async () => {
    const report = await runRaces(servers, {
      rounds: ROUNDS,
      posts: 40,
      seconds: 240,
      seed: SEED,
      apis: 2,
      workers: 1,
      say: () => undefined,
    });
    expectNoFindings(report.findings);
    expect(report.rounds).to.have.length(ROUNDS);
    expect(report.rounds.map(({ kind }) => kind)).to.include.members([...KINDS]);
    // Otherwise nothing would have competed.
    const refused = report.rounds.reduce((total, round) => total + round.refused, 0);
    expect(refused, 'refused for want of credits').to.be.at.least(40);
    expect(report.paidCalls).to.equal(report.checks);
  });
});
