import { expect } from 'chai';
import { seedDemo } from '../../../scripts/seed-demo.js';
import { reportDemoAccounts } from '../../../shared/ops/report-demo-accounts.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { useDatabase } from '../../support/database/use-database.js';

describe('reportDemoAccounts', () => {
  const database = useDatabase();

  const logOf = async (complete: boolean): Promise<string> => {
    const { logger, logged } = recordingLogger();
    await reportDemoAccounts(Promise.resolve(complete), database.db, logger);
    return logged();
  };

  it('logs an error with the accounts that the published password opens, once the schema is complete', async () => {
    expect(await logOf(true)).to.equal('');
    await seedDemo({ databaseUrl: database.url, password: 'demo-password-1' });
    expect(await logOf(true)).to.match(
      /"level":"error".*"accounts":\["admin@example\.test","client@example\.test",.*suspend them now/,
    );
    expect(await logOf(false), 'stopped before').to.equal('');
  });

  it('holds nothing up where the accounts cannot be read', async () => {
    const { logger, logged } = recordingLogger();
    const sql = { query: () => Promise.reject(new Error('Synthetic')) };
    await reportDemoAccounts(Promise.resolve(true), sql, logger);
    expect(logged()).to.include('nobody knows whether demo accounts');
  });
});
