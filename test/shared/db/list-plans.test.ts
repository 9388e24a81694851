import { expect } from 'chai';
import { loadAccesses } from '../../../api/access-log/load-accesses.js';
import { loadAuditLog } from '../../../api/admin/load-audit-log.js';
import { loadClientSums } from '../../../api/home/load-clients.js';
import { loadAround } from '../../../api/reviews/load-around.js';
import { loadDecisions } from '../../../api/reviews/load-decisions.js';
import { acceptVerifications } from '../../../shared/acceptance/accept-verifications.js';
import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { buildSubmission } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { nodesOf, type Plan, preparedPlans } from '../../support/database/prepared-plans.js';
import { useDatabase } from '../../support/database/use-database.js';

const PAGE = { limit: 25, after: undefined };
const EVER = { createdFrom: undefined, createdTo: undefined };

describe('filtered lists', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;

  before(async () => {
    ({ id: clientId } = await buildClient(database.db, { balance: 10_000 }));
    db = await database.open({ poolSize: 1, lookUpsOnly: true });
  });

  it('read what one person opened in the order of the log, and only as much as is shown', async () => {
    const person = toPublicId('user', newId());
    const filters = { ...EVER, verificationId: undefined, person };
    await loadAccesses(db, { clientId, ofStaff: false }, PAGE, filters);
    const steps = await stepsOf(/FROM access_log AS a/);
    expect(steps.map((step) => step['Node Type'])).to.not.include('Sort');
    expect(indexesOf(steps, 'access_log')).to.deep.equal(['access_log_actor_id_idx']);
  });

  it('find what somebody did without reading what everybody did', async () => {
    const owner = await database.open({ url: database.ownerUrl });
    // Of a few people who do much, any is found soon enough in the order of the log; of somebody else, none.
    await owner.query(
      `INSERT INTO audit_log (entry_no, recorded_at, actor, action, target, previous_hash, hash)
       SELECT n, now(), 'usr_' || n % 3, 'user.suspended', 'usr_' || n, '', '' FROM generate_series(1, 3000) AS n`,
    );
    await owner.query('ANALYZE audit_log');
    await loadAuditLog(db, PAGE, { ...EVER, actor: 'system', action: undefined, target: undefined });
    const steps = await stepsOf(/FROM audit_log/);
    expect(steps.map((step) => step['Node Type'])).to.not.include('Sort');
    expect(indexesOf(steps, 'audit_log')).to.deep.equal(['audit_log_actor_idx']);
  });

  it('find the decisions about a client without reading all that it requested', async () => {
    await loadDecisions(db, PAGE, { ...EVER, clientId, reference: undefined, by: undefined }, newId());
    const steps = await stepsOf(/FROM review_notes n/);
    expect(indexesOf(steps, 'review_notes')).to.deep.equal(['review_notes_decided_idx']);
    expect(indexesOf(steps, 'verifications')).to.deep.equal(['verifications_pkey']);
  });

  it('find what else is about the subject of a case by it, not among all of its client', async () => {
    const submissions = Array.from({ length: 300 }, () => buildSubmission({ clientId }));
    await acceptVerifications(database.db, submissions);
    await (await database.open({ url: database.ownerUrl })).query('ANALYZE verifications');
    await loadAround(db, newId(), []);
    const steps = await stepsOf(/JOIN verifications other/);
    const read = steps.filter((step) => /^verifications_/.test(step['Index Name'] ?? ''));
    expect(new Set(read.map((step) => step['Index Name']))).to.deep.equal(
      new Set(['verifications_pkey', 'verifications_same_subject_idx']),
    );
  });

  it('compare the figures of a client with those of no other', async () => {
    await loadClientSums(db, { from: '2026-09-01', to: '2026-09-30' });
    const figures = (await stepsOf(/FROM daily_figures WHERE client_id/)).filter(
      (step) => step['Relation Name'] === 'daily_figures',
    );
    expect(figures.map((step) => step['Index Cond']).join()).to.match(/client_id = c\.id.*day >=/);
  });

  /** The steps of the prepared statement that looks like this. */
  async function stepsOf(statement: RegExp): Promise<Plan[]> {
    const found = (await preparedPlans(db)).filter((one) => statement.test(one.statement));
    expect(found, String(statement)).to.have.length(1);
    return found.flatMap(({ plan }) => nodesOf(plan));
  }

  function indexesOf(steps: readonly Plan[], table: string): (string | undefined)[] {
    return steps.filter((step) => step['Relation Name'] === table).map((step) => step['Index Name']);
  }
});
