import { expect } from 'chai';
import { readAlerts } from '../support/monitoring/alerts.js';
import { CHECK_CAUSES } from './causes/checks.js';
import { HISTORY_CAUSES } from './causes/histories.js';
import { PROCESS_CAUSES } from './causes/processes.js';
import { PROVIDER_CAUSES } from './causes/provider.js';
import { LEDGER_CAUSES, WEBHOOK_CAUSES } from './causes/records.js';
import { REQUEST_CAUSES } from './causes/requests.js';
import { SURROUNDINGS_CAUSES } from './causes/surroundings.js';
import { createWorld, type World } from './causes/world.js';

/** In an order in which none disturbs the next. */
const CAUSES = [
  ...LEDGER_CAUSES,
  ...HISTORY_CAUSES,
  ...WEBHOOK_CAUSES,
  ...SURROUNDINGS_CAUSES,
  ...REQUEST_CAUSES,
  ...PROVIDER_CAUSES,
  ...CHECK_CAUSES,
  ...PROCESS_CAUSES,
];

describe('the metric of every alert, moved by what the alert is for', function () {
  this.timeout(180_000);

  let world: World;
  before(async () => {
    world = await createWorld();
  });
  after(() => world.close());

  for (const { alerts, what, run } of CAUSES) {
    it(`${alerts.join(', ')}: ${what}`, async () => {
      await run(world);
      expect([...world.moved]).to.include.members([...alerts]);
    });
  }

  it('leaves out no alert', () => {
    const named = CAUSES.flatMap(({ alerts }) => alerts);
    expect(named.sort()).to.deep.equal(
      readAlerts()
        .map(({ name }) => name)
        .sort(),
    );
  });
});
