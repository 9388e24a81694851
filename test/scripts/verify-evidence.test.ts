import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';
import { withClient } from '../../harness/with-client.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { acceptAll } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { useDatabase } from '../support/database/use-database.js';

async function run(environment: Record<string, string>) {
  const child = new NodeProcess({
    name: 'verify-evidence',
    script: 'scripts/verify-evidence.js',
    environment,
  });
  return { code: await child.exited, output: child.output() };
}

describe('npm run verify-evidence', () => {
  const database = useDatabase();

  function tamper(statement: string): Promise<unknown> {
    return withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      return client.query(statement);
    });
  }

  it('counts what holds and ends with 0; then names every broken row and ends with 1', async () => {
    const { db } = database;
    const clients = [await buildClient(db), await buildClient(db)];
    const submissions = await acceptAll(
      db,
      [0, 0, 0, 1].map((index) => ({ clientId: clients[index]?.id ?? '' })),
    );
    await db.transaction((sql) => appendAudit(sql, { actor: 'system', action: 'test.made', target: 'x' }));

    // The server may write timestamps in its own style, look for tables elsewhere and refuse what policies limit.
    const name = new URL(database.url).pathname.slice(1);
    await withClient(database.ownerUrl, async (owner) => {
      await owner.query(`ALTER DATABASE ${name} SET datestyle = 'German'`);
      await owner.query(`ALTER DATABASE ${name} SET search_path = elsewhere`);
      await owner.query(`ALTER DATABASE ${name} SET row_security = off`);
    });
    const whole = await run({ DATABASE_URL: database.url });
    await withClient(database.ownerUrl, (owner) => owner.query(`ALTER DATABASE ${name} RESET ALL`));
    expect(whole.output).to.include('Consent evidence: 4 rows of 2 clients hold.');
    expect(whole.output).to.include('Audit log: 1 entries hold.');
    expect(whole.code).to.equal(0);

    const [, second, , last] = submissions;
    await tamper(
      `UPDATE consent_evidence SET credits = 1 WHERE verification_id = '${second?.verificationId}'`,
    );
    await tamper(`DELETE FROM consent_evidence WHERE verification_id = '${last?.verificationId}'`);
    await tamper(`UPDATE audit_log SET actor = 'nobody'`);
    const broken = await run({ DATABASE_URL: database.url });
    const named = (index: number, no: number, verificationId: string | undefined) =>
      `BROKEN consent evidence of ${clients[index]?.publicId}, number ${no}, ` +
      `${toPublicId('verification', verificationId ?? '')}: `;
    expect(broken.output).to.include(
      `${named(0, 2, second?.verificationId)}its content does not match its hash`,
    );
    expect(broken.output).to.include(
      `${named(1, 1, last?.verificationId)}the verification has no consent evidence`,
    );
    expect(broken.output).to.include('BROKEN audit log, entry 1: its content does not match its hash');
    expect(broken.code).to.equal(1);
  }).timeout(20_000);

  it('ends with 2 when it could not look, and tells no password', async () => {
    const away = await run({ DATABASE_URL: 'postgres://user:hidden-word@127.0.0.1:1/nowhere' });
    expect(away.code).to.equal(2);
    expect(away.output).to.include('could not be verified');
    expect(away.output).to.not.include('hidden-word');
  });

  it('ends with 2 when it is not told where, and says what is missing', async () => {
    const unset = await run({});
    expect(unset.code).to.equal(2);
    expect(unset.output).to.include('DATABASE_URL is not set');
  });
});
