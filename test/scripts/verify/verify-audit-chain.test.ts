import { expect } from 'chai';
import type pg from 'pg';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { type AuditChainReport, verifyAuditChain } from '../../../scripts/verify/verify-audit-chain.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

const LENGTH = 5;
const DOES_NOT_MATCH = 'its content does not match its hash';
const DOES_NOT_CONTINUE = 'it does not continue the entry before it';

const CHANGES: Readonly<Record<string, string>> = {
  recorded_at: `recorded_at + interval '1 millisecond'`,
  actor: `'somebody'`,
  action: `'user.created'`,
  target: `target || 'x'`,
  ip_address: `'127.0.0.9'`,
  details: `details || '{"b": 3}'`,
  previous_hash: 'sha256(previous_hash)',
  hash: 'sha256(hash)',
};

/** Details whose text, but not meaning, is changed by storing them as jsonb. */
const DETAILS = [
  {},
  { b: 1, a: { d: [1, null, 'x'], c: 'ä"\\' } },
  { number: 1e21, small: 1e-7, zero: 0 },
  { missing: undefined, list: [{ z: 1, a: 2 }] },
  { '10': 'x', '9': 'y', B: 1, a: 2 },
];

describe('verifyAuditChain', () => {
  const database = useDatabase();

  before(async () => {
    for (const [index, details] of DETAILS.entries()) {
      await database.db.transaction((sql) =>
        appendAudit(sql, {
          actor: 'system',
          action: 'test.made',
          target: `target ${index}`,
          ...(index === 2 && { ipAddress: '127.0.0.1' }),
          details,
        }),
      );
    }
  });

  function reportAfter(tamper: (client: pg.Client) => Promise<unknown>): Promise<AuditChainReport> {
    return withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('BEGIN');
      await client.query('SET LOCAL session_replication_role = replica');
      await tamper(client);
      const report = await verifyAuditChain(sqlOf(client));
      await client.query('ROLLBACK');
      return report;
    });
  }

  it('finds nothing wrong with what the service wrote, whatever the details hold', async () => {
    expect(await verifyAuditChain(database.db)).to.deep.equal({ rows: LENGTH });
  });

  for (const [column, expression] of Object.entries(CHANGES)) {
    it(`names the entry whose ${column} was changed`, async () => {
      const report = await reportAfter((client) =>
        client.query(`UPDATE audit_log SET ${column} = ${expression} WHERE entry_no = 3`),
      );
      const problem = column === 'previous_hash' ? DOES_NOT_CONTINUE : DOES_NOT_MATCH;
      expect(report).to.deep.equal({ rows: 2, broken: { entryNo: 3, problem } });
    });
  }

  it('names the entry behind one that was deleted', async () => {
    const report = await reportAfter((client) => client.query('DELETE FROM audit_log WHERE entry_no = 2'));
    expect(report.broken).to.deep.equal({
      entryNo: 3,
      problem: 'an entry is missing before it: number 2 was expected',
    });
  });

  it('names an entry that was put at the end', async () => {
    const report = await reportAfter((client) =>
      client.query(
        `INSERT INTO audit_log SELECT 6, recorded_at, actor, action, target, ip_address, details, previous_hash, hash
         FROM audit_log WHERE entry_no = 5`,
      ),
    );
    expect(report.broken).to.deep.equal({ entryNo: 6, problem: DOES_NOT_CONTINUE });
  });

  it('numbers entries without gaps when many append at once, and loses none', async () => {
    const other = await database.open();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? database.db : other).transaction((sql) =>
          appendAudit(sql, { actor: 'system', action: 'test.raced', target: `${index}` }),
        ),
      ),
    );
    expect(await verifyAuditChain(database.db)).to.deep.equal({ rows: LENGTH + 20 });
  });
});
