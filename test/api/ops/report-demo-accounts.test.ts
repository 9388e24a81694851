import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { reportDemoAccounts } from '../../../api/ops/report-demo-accounts.js';
import { environmentOf } from '../../../harness/environment.js';
import { NodeProcess } from '../../../harness/node-process.js';
import { startOwnDatabase } from '../../../harness/own-database.js';
import { waitFor } from '../../../harness/wait-for.js';
import { seedDemo } from '../../../scripts/seed-demo.js';
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
    await database.db.query('UPDATE clients SET suspended = true');
    expect(await logOf(true)).to.include('"accounts":["admin@example.test","support@example.test"]');
  });

  it('holds nothing up where the accounts cannot be read', async () => {
    const { logger, logged } = recordingLogger();
    const sql = { query: () => Promise.reject(new Error('Synthetic')) };
    await reportDemoAccounts(Promise.resolve(true), sql, logger);
    expect(logged()).to.include('the search for demo accounts failed');
  });

  it('is what an API in production does at its start', async () => {
    const own = await startOwnDatabase();
    const databaseUrl = own.database.url;
    await seedDemo({ databaseUrl, password: 'demo-password-1' });
    const secret = () => randomBytes(32).toString('base64');
    const api = new NodeProcess({
      name: 'api',
      script: 'api/main.js',
      environment: environmentOf(
        { databaseUrl, redisUrl: 'redis://127.0.0.1:1' },
        {
          NODE_ENV: 'production',
          PORT: '0',
          JWT_SECRETS: `own:${secret()}`,
          ENCRYPTION_KEYS: `own:${secret()}`,
          INDEX_KEY: secret(),
          EVIDENCE_KEYS: `own:${secret()}`,
        },
      ),
    });
    try {
      await waitFor(() => api.output().includes('suspend them now') || !api.running, {
        describe: 'the API names the accounts',
        timeoutMs: 60_000,
      });
      expect(api.output()).to.match(/"accounts":\["admin@example\.test",.*suspend them now/);
    } finally {
      api.signal('SIGKILL');
      await own.server.remove();
    }
  }).timeout(90_000);
});
