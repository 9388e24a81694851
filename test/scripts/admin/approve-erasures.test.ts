import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { buildAged } from '../../support/personal-data/aged-verifications.js';
import { runAdmin } from '../../support/processes/run-admin.js';
import { withClock } from '../../support/time/wrong-clock.js';

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

  const approve = (clientId: string, environment: Record<string, string> = {}) =>
    runAdmin(
      database.url,
      ['approve-erasures', '--client', toPublicId('client', clientId), '--reason', 'A first retention'],
      environment,
    );
  const announced = async (clientId: string): Promise<number> => {
    const rows = await database.db.query(
      'SELECT FROM verifications WHERE client_id = $1 AND erasure_due_at IS NOT NULL',
      [clientId],
    );
    return rows.length;
  };

  it('announces those of this client alone, and says how many were announced before', async () => {
    const [clientId, other] = [await buildAged(database.db, 3), await buildAged(database.db, 2)];
    expect((await approve(other)).output).to.match(
      /^2 verifications of \S+ will be erased in 72 hours\.\nUntil/,
    );
    await database.db.query(
      `UPDATE verifications SET erasure_due_at = now() + interval '1 hour'
       WHERE id = (SELECT min(id::text)::uuid FROM verifications WHERE client_id = $1)`,
      [clientId],
    );
    const { code, output } = await approve(clientId);
    expect(code, output).to.equal(0);
    expect(output).to.match(
      /^2 verifications of \S+ will be erased in 72 hours\.\n1 more were announced before, and will be erased sooner\.\nUntil/,
    );
    expect(await announced(clientId)).to.equal(3);
  });

  it('announces nothing while the clocks differ, and says what to do', async () => {
    const clientId = await buildAged(database.db, 2);
    const { code, output } = await approve(clientId, withClock(-300_000));
    expect(code).to.equal(1);
    expect(output).to.match(
      /^The clock of PostgreSQL differs by \d+ s from the local one, and at most 30 s are tolerated: correct/,
    );
    expect(await announced(clientId)).to.equal(0);
  });
});
