import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildAged } from '../../support/aged-verifications.js';
import { auditOf } from '../../support/audit-of.js';
import { type CuttingProxy, startCuttingProxy } from '../../support/cutting-proxy.js';
import { runAdmin } from '../../support/run-admin.js';
import { useDatabase } from '../../support/use-database.js';

describe('npm run admin, if the connection is lost before the answer to a commit, and is there again', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let link: CuttingProxy;
  let client: string;
  before(async () => {
    link = await startCuttingProxy(database.url);
  });
  after(() => link.close());
  beforeEach(async () => {
    client = toPublicId('client', await buildAged(database.db, 3));
  });

  const flags = () => ['--client', client, '--reason', 'A first retention'];

  async function runUnheard(command: string): Promise<string> {
    const cuts = link.cuts();
    link.cutNext('after');
    const { code, output } = await runAdmin(link.url, [command, ...flags()]);
    expect(code, output).to.equal(0);
    expect(link.cuts()).to.equal(cuts + 1);
    return output;
  }

  it('approve-erasures says how many are announced', async () => {
    expect(await runUnheard('approve-erasures')).to.match(
      /^3 verifications of \S+ will be erased in 72 hours\.\nUntil/,
    );
  });

  it('call-back-erasures says how many are called back, and records them once', async () => {
    await runAdmin(database.url, ['approve-erasures', ...flags()]);
    expect(await runUnheard('call-back-erasures')).to.match(/^3 announced erasures of /);
    const recorded = (await auditOf(database.db, client)).filter(({ action }) =>
      action.endsWith('_called_back'),
    );
    expect(recorded.map(({ details }) => details.verifications)).to.deep.equal([3]);
  });
});
