import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { runAdmin } from '../../support/processes/run-admin.js';

describe('npm run admin -- verify-ledger and verify-evidence', () => {
  const database = useDatabase();
  const away = 'postgres://user:hidden-word@127.0.0.1:1/nowhere';

  it('add everything up and end with 0; then name every client and verification at fault and end with 1', async () => {
    const { db, url } = database;
    const client = await buildClient(db, { balance: 100 });
    const verification = await buildVerification(db, {
      clientId: client.id,
      serviceCode: 'said_verification',
    });
    const whole = await runAdmin(url, ['verify-ledger']);
    expect(whole).to.deep.equal({
      code: 0,
      output: 'Ledger: 1 wallets with 100 credits, 5 of them reserved; everything holds.\n',
    });

    await withClient(superuserUrlOf(url), async (superuser) => {
      await superuser.query('SET session_replication_role = replica');
      await superuser.query('UPDATE wallets SET balance = balance + 1');
      await superuser.query(`DELETE FROM wallet_entries WHERE kind = 'reserve'`);
    });
    const broken = await runAdmin(url, ['verify-ledger']);
    expect(broken.code).to.equal(1);
    expect(broken.output).to.include(
      `BROKEN credits of ${client.publicId}: the wallet differs from the sum of its entries\n`,
    );
    expect(broken.output).to.include(
      `BROKEN credits of ${verification.requestId}: it was not reserved for exactly once\n`,
    );
    expect(broken.output).to.include('2 faults.');
  }).timeout(20_000);

  it('verify-evidence says the same as npm run verify-evidence', async () => {
    const { code, output } = await runAdmin(database.url, ['verify-evidence']);
    expect(code).to.equal(0);
    expect(output).to.include('Consent evidence: 1 rows of 1 clients hold.').and.include('Audit log: ');
  });

  for (const command of ['verify-ledger', 'verify-evidence']) {
    it(`${command} ends with 2 when it could not look, and tells no password`, async () => {
      const { code, output } = await runAdmin(away, [command]);
      expect(code).to.equal(2);
      expect(output).to.include('could not be verified').and.not.to.include('hidden-word');
    });

    it(`${command} ends with 2 when it loses PostgreSQL on the way`, async () => {
      const proxy = await startCuttingProxy(database.url);
      try {
        proxy.cutNext('before', 'SELECT');
        const { code, output } = await runAdmin(proxy.url, [command]);
        expect(proxy.cuts()).to.equal(1);
        expect(output).to.match(/^The \w+ could not be verified: .+\n$/);
        expect(code).to.equal(2);
      } finally {
        await proxy.close();
      }
    });
  }
});
