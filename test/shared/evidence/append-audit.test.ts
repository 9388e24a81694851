import { expect } from 'chai';
import { CHAIN_START, chainHash } from '../../../shared/crypto/keyed-hash.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { type AuditRow, appendAudit, auditRecord } from '../../../shared/evidence/append-audit.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';

describe('appendAudit', () => {
  let database: TestDatabase;
  let db: OpenDatabase;
  before(async () => {
    database = await createTestDatabase();
    db = await openDatabase({ url: database.url, applicationName: 'test', scope: 'operator', poolSize: 5 });
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  it('gives one chain without gaps, whoever appends at the same time and whoever rolls back', async () => {
    const append = (index: number) =>
      db.transaction(async (sql) => {
        await appendAudit(sql, {
          actor: 'system',
          action: 'test.appended',
          target: `thing ${index}`,
          ipAddress: '2001:db8::1',
          details: { z: 1, a: { y: [1.5, null, 'ü'], x: index }, left_out: undefined },
        });
        if (index % 4 === 0) throw new Error('rolled back');
      });
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => append(index)));
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(15);

    const rows = await db.query<AuditRow & { hash: Buffer }>('SELECT * FROM audit_log ORDER BY entry_no');
    expect(rows.map(({ entry_no }) => entry_no)).to.deep.equal(
      Array.from({ length: 15 }, (_, index) => index + 1),
    );
    let previous = CHAIN_START;
    for (const row of rows) {
      previous = chainHash(previous, auditRecord(row));
      expect(row.hash).to.deep.equal(previous);
    }
  });

  it('cannot be changed afterwards', async () => {
    const owner = await openDatabase({
      url: database.ownerUrl,
      applicationName: 'test',
      scope: 'operator',
      poolSize: 1,
    });
    try {
      for (const statement of [
        `UPDATE audit_log SET actor = 'x'`,
        'DELETE FROM audit_log',
        'TRUNCATE audit_log',
      ]) {
        const error = await owner.query(statement).catch((reason: unknown) => reason);
        expect(error).to.be.instanceOf(Error);
      }
    } finally {
      await owner.close();
    }
  });
});
