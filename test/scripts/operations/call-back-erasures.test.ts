import { expect } from 'chai';
import { callBackErasures } from '../../../scripts/operations/call-back-erasures.js';
import { ADVISORY_LOCKS } from '../../../shared/db/advisory-locks.js';
import type { Database } from '../../../shared/db/database.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { withdrawAnnouncements } from '../../../shared/erasure/announce-erasures.js';
import { eraseExpired } from '../../../worker/erasure/erase-expired.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { useDatabase } from '../../support/database/use-database.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { buildAged } from '../../support/personal-data/aged-verifications.js';

const BY = { actor: 'system' };

describe('callBackErasures', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let clientId: string;

  /** Creates a client with this many verifications whose grace is over. */
  async function buildDue(count: number): Promise<void> {
    clientId = await buildAged(database.db, count);
    await database.db.query(
      `UPDATE verifications SET erasure_due_at = now() - interval '1 hour' WHERE client_id = $1`,
      [clientId],
    );
  }

  const callBack = (db: Database = database.db) =>
    callBackErasures(db, { clientId, reason: 'The retention was a mistake' }, BY);

  const announced = async (): Promise<number> => {
    const [row] = await database.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM verifications WHERE client_id = $1 AND erasure_due_at IS NOT NULL',
      [clientId],
    );
    return row?.count ?? 0;
  };

  /** What was recorded as called back, oldest first. */
  const recorded = async () =>
    (await auditOf(database.db, toPublicId('client', clientId)))
      .filter(({ action }) => action === 'personal_data.erasures_called_back')
      .map(({ details }) => details.verifications);

  it('calls back however many there are, batch by batch', async () => {
    await buildDue(1_001);
    expect(await callBack()).to.equal(1_001);
    expect(await announced()).to.equal(0);
    expect(await recorded()).to.deep.equal([1_001]);
  });

  it('calls back and counts nothing of what is erased already, nor of another client', async () => {
    await buildDue(2);
    const other = clientId;
    await buildDue(3);
    await database.db.query(
      `UPDATE verifications SET erasure_due_at = now() + interval '1 hour'
       WHERE id IN (SELECT id FROM verifications WHERE client_id = $1 ORDER BY id LIMIT 2)`,
      [clientId],
    );
    expect(await database.db.transaction((sql) => eraseExpired(sql, clientId, new Date()))).to.equal(1);
    expect(await callBack()).to.equal(2);
    expect(await recorded()).to.deep.equal([2]);
    clientId = other;
    expect(await announced()).to.equal(2);
  });

  it('is recorded even if nothing is announced', async () => {
    clientId = await buildAged(database.db, 1);
    expect(await callBack()).to.equal(0);
    expect(await recorded()).to.deep.equal([0]);
  });

  const losses = [
    [1, 'before', 'does not arrive'],
    [1, 'after', 'is not answered'],
    [2, 'after', 'is not answered'],
  ] as const;
  for (const [lost, moment, how] of losses) {
    it(`counts all and records it once, if commit ${lost} ${how}`, async () => {
      await buildDue(3);
      const link = await startCuttingProxy(database.url);
      const db = await database.open({ url: link.url });
      let transactions = 0;
      const cut: Database = {
        ...db,
        transaction: (work) => {
          transactions += 1;
          if (transactions === lost) link.cutNext(moment);
          return db.transaction(work);
        },
      };
      expect(await callBack(cut)).to.equal(3);
      expect(link.cuts()).to.equal(1);
      expect(await recorded()).to.deep.equal([3]);
      await db.close();
      await link.close();
    });
  }

  it('counts what workers withdraw beside it', async () => {
    await buildDue(3);
    let transactions = 0;
    const slow: Database = {
      ...database.db,
      transaction: async (work) => {
        transactions += 1;
        const result = await database.db.transaction(work);
        if (transactions === 1) {
          const withdrawn = await database.db.transaction((sql) =>
            withdrawAnnouncements(sql, { now: new Date(), graceMs: 0 }),
          );
          expect(withdrawn).to.equal(3);
        }
        return result;
      },
    };
    expect(await callBack(slow)).to.equal(3);
    expect(await recorded()).to.deep.equal([3]);
  });

  it('lets nothing be erased any more once it has begun, even if it dies', async () => {
    await buildDue(3);
    let transactions = 0;
    const dying: Database = {
      ...database.db,
      transaction: (work) => {
        transactions += 1;
        if (transactions === 2) throw new Error('died');
        return database.db.transaction(work);
      },
    };
    const failure = await callBack(dying).catch((error: Error) => error.message);
    expect(failure).to.equal('died');
    expect(await announced()).to.equal(3);
    const erased = await database.db.transaction((sql) => eraseExpired(sql, clientId, new Date()));
    expect(erased).to.equal(0);
    expect(await callBack()).to.equal(3);
  });

  it('does not keep the audit log from an eraser for whose rows it waits', async () => {
    await buildDue(3);
    let calling: Promise<number | undefined> | undefined;
    await database.db.transaction(async (sql) => {
      await sql.query('SELECT FROM verifications WHERE client_id = $1 ORDER BY id FOR UPDATE', [clientId]);
      calling = callBack();
      await untilBlocked(database.db);
      const [log] = await sql.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
        ADVISORY_LOCKS.audit,
      ]);
      expect(log?.free).to.equal(true);
    });
    expect(await calling).to.equal(3);
    expect(await recorded()).to.deep.equal([3]);
  });
});
