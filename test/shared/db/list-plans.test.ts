import { expect } from 'chai';
import { loadAccesses } from '../../../api/access-log/load-accesses.js';
import { loadAuditLog } from '../../../api/admin/load-audit-log.js';
import { loadClientSums } from '../../../api/home/load-clients.js';
import { loadDays, loadServiceSums, loadTook } from '../../../api/home/load-figures.js';
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

  it('read for the start page of staff the totals of its days, whatever the clients requested', async () => {
    await addFigures();
    const period = { clientId: undefined, from: '2026-09-01', to: '2026-09-30' };
    await loadServiceSums(db, period);
    await loadDays(db, period);
    await loadTook(db, period);
    for (const statement of [
      /SELECT service_code, coalesce.* FROM figure_totals/,
      /AS day, coalesce.*\s+FROM figure_totals/,
      /FROM turnaround_totals/,
    ])
      expect(conditionsOf(await stepsOf(statement))).to.match(/^\(\(day >= \$1\) AND \(day <= \$2\)\)$/);
  });

  it('find the figures of a client by two looks, whatever lies between them', async () => {
    await addFigures();
    await loadClientSums(db, { from: '2026-09-01', to: '2026-09-30' });
    const steps = await stepsOf(/FROM running_totals/);
    expect(conditionsOf(steps, 'running_totals').split('; ')).to.deep.equal([
      '((client_id = c.id) AND (day <= $2))',
      '((client_id = c.id) AND (day < $1))',
    ]);
    // That of the day of the newest request reads backwards to the first that it finds.
    expect(conditionsOf(steps, 'daily_figures')).to.match(
      /^\(\(client_id = c\.id\) AND \(day >= .* AND \(day <= /,
    );
    expect(steps.filter((step) => step['Relation Name']?.startsWith('daily_'))).to.have.length(1);
  });

  /**
   * Adds figures of a year, and lets PostgreSQL know that there are some: it finds the few of an empty table in any
   * way.
   */
  async function addFigures(): Promise<void> {
    const owner = await database.open({ url: database.ownerUrl });
    await owner.query(
      `INSERT INTO daily_figures (client_id, day, service_code, submitted, completed, credits, reviewed, positive,
         negative, no_record, mixed, rejected, closed)
       SELECT $1, date '2026-01-01' + day, 'said_verification', 1, 1, 5, 0, 1, 0, 0, 0, 0, 0
       FROM generate_series(1, 365) AS day ON CONFLICT DO NOTHING`,
      [clientId],
    );
    await owner.query(
      `INSERT INTO daily_turnarounds (client_id, day, service_code, took_class, completed)
       SELECT client_id, day, service_code, took_class, 1 FROM daily_figures, generate_series(1, 20) AS took_class
       ON CONFLICT DO NOTHING`,
    );
    await owner.query('ANALYZE daily_figures, figure_totals, turnaround_totals, running_totals');
  }

  /** The steps of the prepared statement that looks like this. */
  async function stepsOf(statement: RegExp): Promise<Plan[]> {
    const found = (await preparedPlans(db)).filter((one) => statement.test(one.statement));
    expect(found, String(statement)).to.have.length(1);
    return found.flatMap(({ plan }) => nodesOf(plan));
  }

  /** By what the steps find rows in an index of a table, or in any. */
  function conditionsOf(steps: readonly Plan[], table = ''): string {
    expect(steps.map((step) => step['Node Type'])).to.not.include('Seq Scan');
    const scans = steps.filter((step) => step['Index Name']?.startsWith(table));
    return scans.map((step) => step['Index Cond']).join('; ');
  }

  function indexesOf(steps: readonly Plan[], table: string): (string | undefined)[] {
    return steps.filter((step) => step['Relation Name'] === table).map((step) => step['Index Name']);
  }
});
