import { expect } from 'chai';
import { loadLiveKeys } from '../../../api/api-keys/load-live-keys.js';
import { setLimits } from '../../../api/spending/set-limits.js';
import { findSubmitters } from '../../../api/verifications/history/find-submitters.js';
import type { Database } from '../../../shared/db/database.js';
import {
  announceExpired,
  findClientsToAnnounce,
  findTooMany,
} from '../../../shared/erasure/announce-erasures.js';
import { eraseExpired } from '../../../worker/erasure/erase-expired.js';
import { findAccesses } from '../../../worker/log/find-accesses.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { nodesOf, type Plan, preparedPlans } from '../../support/database/prepared-plans.js';
import { useDatabase } from '../../support/database/use-database.js';

// Under row-level security a condition finds rows by an index only if PostgreSQL knows that it tells nobody of other
// rows: a comparison does, a calculation or a coalesce with columns in it does not. Then everything is read and
// filtered.
describe('statements that look up what they have worked out', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;
  let userId: string;

  before(async () => {
    ({ id: clientId } = await buildClient(database.db, { retentionDays: 30 }));
    ({ id: userId } = await buildUser(database.db, { clientId }));
    db = await database.open({ poolSize: 1, lookUpsOnly: true });
  });

  it('find the API key, and its client on the live side, by their ids', async () => {
    await loadLiveKeys(db, [Buffer.alloc(32)]);
    const scans = await scansOf(/AS key_hash/);
    expect(scans.map((scan) => scan['Index Name'])).to.include.members(['api_keys_pkey', 'clients_pkey']);
    expectConditions(scans, /\bid =|key_hash =/);
  });

  it('find the accesses of a client behind its cursor', async () => {
    await findAccesses(db);
    expectConditions(await scansOf(/FROM access_log a/, 'access_log'), /entry_no >/);
  });

  it('find what is past its retention by when it was completed', async () => {
    const now = new Date();
    await findClientsToAnnounce(db, now);
    await findTooMany(db, clientId, now);
    const pass = { now, graceMs: 60_000 };
    await db.transaction((sql) => announceExpired(sql, clientId, pass, { actor: 'system' }));
    for (const statement of [/SELECT true FROM verifications v/, /AS few/, /SET erasure_due_at/]) {
      const scans = (await scansOf(statement, 'verifications')).filter(({ Alias: name }) => name === 'v');
      expectConditions(scans, /client_id = .*completed_at </);
    }
  });

  it('find what is due for erasure by when it was completed, or is due', async () => {
    await db.transaction((sql) => eraseExpired(sql, clientId, new Date()));
    const scans = await scansOf(/SELECT due.id, client.retention_days/, 'verifications');
    expectConditions(scans, /erasure_due_at <=|completed_at </);
  });

  it('add up what was spent since the period began, and of one person only theirs', async () => {
    const limits = { per_day: 1, per_month: 1 };
    const by = { actor: 'system' };
    await db.transaction(async (sql) => {
      await setLimits(sql, { clientId, of: 'client', subjectId: clientId, limits }, by);
      await setLimits(sql, { clientId, of: 'user', subjectId: userId, limits }, by);
    });
    expectConditions(
      await scansOf(/INSERT INTO spending [\s\S]*v.client_id = \$2/, 'verifications'),
      /created_at >=/,
    );
    const ofPerson = await scansOf(/INSERT INTO spending [\s\S]*v.submitted_by = \$2/, 'verifications');
    expectConditions(ofPerson, /submitted_by = .*created_at >=/);
  });

  it('find the people of a team by their client', async () => {
    await findSubmitters(db, clientId, 'A Person');
    const scans = await scansOf(/AS called/, 'users');
    expectConditions(scans, /client_id (=|IS NULL)/);
  });

  /** The steps by which the prepared statement that looks like this reads a table, by default any. */
  async function scansOf(statement: RegExp, table?: string): Promise<Plan[]> {
    const found = (await preparedPlans(db)).filter((one) => statement.test(one.statement));
    expect(found, String(statement)).to.have.length(1);
    return found
      .flatMap(({ plan }) => nodesOf(plan))
      .filter(({ 'Relation Name': name }) => name !== undefined && (table === undefined || name === table));
  }

  function expectConditions(scans: readonly Plan[], condition: RegExp): void {
    expect(scans).to.have.length.of.at.least(1);
    for (const scan of scans) expect(scan['Index Cond'], JSON.stringify(scan)).to.match(condition);
  }
});
