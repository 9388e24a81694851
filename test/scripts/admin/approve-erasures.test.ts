import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { buildAged } from '../../support/personal-data/aged-verifications.js';
import { runAdmin } from '../../support/processes/run-admin.js';

describe('npm run admin -- approve-erasures', function () {
  this.timeout(60_000);

  const database = useDatabase();

  it('says how many are announced, also if the answer to the commit was lost', async () => {
    const client = toPublicId('client', await buildAged(database.db, 3));
    const link = await startCuttingProxy(database.url);
    link.cutNext('after');
    const flags = ['--client', client, '--reason', 'A first retention'];
    const { code, output } = await runAdmin(link.url, ['approve-erasures', ...flags]);
    expect(link.cuts()).to.equal(1);
    expect(code, output).to.equal(0);
    expect(output).to.match(/^3 verifications of \S+ will be erased in 72 hours\.\nUntil/);
    await link.close();
  });
});
