import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { verifyOver } from '../../../scripts/verify/run-verification.js';
import { useDatabase } from '../../support/database/use-database.js';

const LIMITED = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const;
const LIMIT_MS = 300;

describe('verifyOver', () => {
  const database = useDatabase();

  it('takes as long as it takes, whatever limits the database has', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await withClient(database.ownerUrl, async (owner) => {
      for (const setting of LIMITED) await owner.query(`ALTER DATABASE ${name} SET ${setting} = ${LIMIT_MS}`);
    });
    const holds = await verifyOver(database.url, async (sql) => {
      await sql.query(`SELECT pg_sleep(${(2 * LIMIT_MS) / 1_000})`);
      await sleep(2 * LIMIT_MS);
      return (await sql.query('SELECT FROM verifications')).length === 0;
    });
    expect(holds).to.equal(true);
  });
});
