import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { useDatabase } from '../../support/database/use-database.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { runAdmin, TEST_ENCRYPTION_KEYS } from '../../support/processes/run-admin.js';

describe('npm run admin, on a database of another release', function () {
  this.timeout(30_000);

  const database = useDatabase();
  const rotate = () => runAdmin(database.url, ['rotate-keys'], { ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS });
  const asOwner = (statement: string) =>
    withClient(database.ownerUrl, (owner) => owner.query<{ name: string }>(statement));

  it('rotate-keys does not vouch for what a later one may have sealed', async () => {
    await asOwner(`INSERT INTO migrations (timestamp, name) VALUES (4102444800000, 'SealMore4102444800000')`);
    const { code, output } = await rotate();
    expect(output).to.match(
      /^Done: 0 of 0 .*\nNOT ALL: .*\(SealMore4102444800000\).* run rotate-keys of that release/m,
    );
    expect(code).to.equal(1);
    await asOwner(`DELETE FROM migrations WHERE name = 'SealMore4102444800000'`);
    expect((await rotate()).code).to.equal(0);
  });

  it('rotate-keys begins nothing while a migration is missing', async () => {
    const begun = await auditOf(database.db, 'encryption_keys');
    const { rows } = await asOwner(
      'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING name',
    );
    const { code, output } = await rotate();
    expect(output).to.include(
      `Nothing was re-sealed: 1 migrations are missing, the first is ${rows[0]?.name}.`,
    );
    expect(code).to.equal(1);
    expect(await auditOf(database.db, 'encryption_keys')).to.deep.equal(begun);
  });

  it('any command says what to do about a column that is not there', async () => {
    await asOwner('ALTER TABLE lost_requests RENAME COLUMN acknowledged_at TO noted_at');
    const { code, output } = await runAdmin(database.url, ['lost-requests']);
    expect(output).to.match(
      /^column r\.acknowledged_at does not exist: .* run npm run migrate first, or .* \(42703\)\n$/,
    );
    expect(code).to.equal(1);
  });
});
