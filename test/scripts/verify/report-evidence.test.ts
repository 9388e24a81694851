import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { reportEvidence } from '../../../scripts/verify/report-evidence.js';
import { appendAccesses } from '../../../shared/access-log/append-accesses.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';

describe('reportEvidence', () => {
  const database = useDatabase();
  let client: { id: string; publicId: string };
  let other: { id: string; publicId: string };

  before(async () => {
    const { db } = database;
    [client, other] = [await buildClient(db), await buildClient(db)];
    await acceptAll(db, [{ clientId: client.id }]);
    const looks = [client, other].map(({ id }) => ({
      ...({ clientId: id, actorKind: 'user', actorId: id, act: 'report', channel: 'api' } as const),
      ...{ verificationId: null, ipAddress: '192.0.2.1' },
    }));
    await db.transaction((sql) => appendAccesses(sql, looks));
    await db.transaction((sql) => appendAudit(sql, { actor: 'system', action: 'test.made', target: 'x' }));
    while ((await sealLog({ db, keys: testKeys.evidenceKeys, origin: 'example.test/log' }))?.more === true);
  });

  /** What it says, and returns, after a statement of somebody with every right; rolled back. */
  function reportAfter(statement: string): Promise<{ holds: boolean; lines: string[] }> {
    const lines: string[] = [];
    const { log } = console;
    return withClient(superuserUrlOf(database.url), async (superuser) => {
      await superuser.query('BEGIN; SET LOCAL session_replication_role = replica');
      await superuser.query(statement);
      console.log = (line: string) => lines.push(line);
      try {
        return { holds: await reportEvidence(sqlOf(superuser)), lines };
      } finally {
        console.log = log;
        await superuser.query('ROLLBACK');
      }
    });
  }

  it('counts what holds', async () => {
    const { holds, lines } = await reportAfter('SELECT');
    expect(lines).to.deep.equal([
      'Consent evidence: 1 rows of 1 clients hold.',
      'Audit log: 1 entries hold.',
      'Transparency log: 6 entries hold.',
      'Access log: 2 entries of 2 clients hold.',
    ]);
    expect(holds).to.equal(true);
  });

  const DOES_NOT_MATCH = 'its content does not match its hash';
  const faults: [string, string, (publicId: string) => RegExp][] = [
    ['consent_evidence', 'credits = 1', (id) => RegExp(`consent evidence of ${id}, number 1, ver_`)],
    ['audit_log', `target = 'y'`, () => RegExp(`audit log, entry 1: ${DOES_NOT_MATCH}`)],
    ['log_state', 'size = size + 1', () => /transparency log: the checkpoint is over 6 entries/],
  ];
  for (const [table, change, named] of faults) {
    it(`does not vouch for evidence of which only ${table} is wrong, and names that`, async () => {
      const { holds, lines } = await reportAfter(`UPDATE ${table} SET ${change}`);
      const [broken = '', ...more] = lines.filter((line) => line.startsWith('BROKEN '));
      expect(broken).to.match(named(client.publicId));
      expect(more).to.deep.equal([]);
      expect(holds).to.equal(false);
    });
  }

  it('does not vouch for evidence of which only the access log of one client is wrong, whichever that is', async () => {
    for (const { id, publicId } of [client, other]) {
      const { holds, lines } = await reportAfter(
        `UPDATE access_log SET channel = 'portal' WHERE client_id = '${id}'`,
      );
      expect(lines.filter((line) => line.startsWith('BROKEN '))).to.deep.equal([
        `BROKEN access log of ${publicId}, entry 1: ${DOES_NOT_MATCH}`,
      ]);
      expect(holds).to.equal(false);
    }
  });
});
