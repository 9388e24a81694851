import { expect } from 'chai';
import { loadAuditLog } from '../../../api/admin/load-audit-log.js';
import { createAccountReader } from '../../../api/auth/load-account.js';
import { findSubject } from '../../../api/personal-data/load-record.js';
import { loadReviews } from '../../../api/reviews/load-reviews.js';
import { loadHistory } from '../../../api/verifications/history/load-history.js';
import { loadVerifications, loadVersions } from '../../../api/verifications/load-verification.js';
import { loadReports } from '../../../api/verifications/report/load-report.js';
import { loadEntries } from '../../../api/wallet/load-entries.js';
import { acceptVerifications } from '../../../shared/acceptance/accept-verifications.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { loadBacklog } from '../../../shared/backlog/load-backlog.js';
import { loadUncounted } from '../../../shared/backlog/uncounted-entries.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { eraseVerifications } from '../../../shared/erasure/erase-verifications.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import type { Settlement } from '../../../shared/settlement/settlement.js';
import { loadPendingChecks } from '../../../worker/checks/pending-check.js';
import { claimIdleChecks } from '../../../worker/reconciler/examine-idle-checks.js';
import { findLostCalls } from '../../../worker/reconciler/find-lost-calls.js';
import { dispatch, settlementOf } from '../../support/checks/settlements.js';
import { buildSubmission } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { isIndexScan, nodesOf, type Plan, preparedPlans } from '../../support/database/prepared-plans.js';
import { useDatabase } from '../../support/database/use-database.js';

/** The indexes that find one row, or the rows of one verification, check or client. */
const KEYS = [
  'verifications_pkey',
  'verifications_idempotency_key',
  'verifications_same_subject_idx',
  'verifications_same_name_idx',
  'checks_pkey',
  'checks_verification_id_position',
  'provider_calls_pkey',
  'consent_evidence_pkey',
  'consent_evidence_verification_id',
  'wallet_entries_reserved_once',
  'wallet_entries_ended_once',
  'wallets_pkey',
  'clients_pkey',
  'users_pkey',
  'api_keys_pkey',
  'revoked_tokens_pkey',
  'sessions_pkey',
  'second_factors_user_id_idx',
  'reviews_pkey',
  // The open proposal of a request, if there is one.
  'approvals_open_request',
  'late_findings_pkey',
  'provider_calls_one_possible_of_check',
  'spending_limits_pkey',
  'spending_pkey',
  // The newest history: one step from the end.
  'database_histories_adopted_at',
  'pg_database_datname_index',
];

/** The indexes that hold a list in its order, or only open work: they may be read from one end. */
const LISTS = [
  'verifications_history_idx',
  'verifications_open_idx',
  'verifications_in_review_idx',
  'wallet_entries_pkey',
  'audit_log_pkey',
  'audit_log_recorded_at_idx',
  'audit_log_action_idx',
  'checks_pending_idx',
  'provider_calls_started_idx',
  'provider_calls_late_idx',
  'reviews_taken_until_idx',
  'database_histories_adopted_at',
];

const SUBJECT = Buffer.from('the hash of a subject');

const ALL = {
  status: undefined,
  serviceCode: undefined,
  outcome: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  subjectHashes: undefined,
  idempotencyKey: undefined,
  reference: undefined,
  submittedBy: undefined,
  kind: undefined,
  verificationId: undefined,
  reason: undefined,
  clientId: undefined,
  taken: undefined,
  actor: undefined,
  action: undefined,
  target: undefined,
};

// On a new database, because that is where plans go wrong: they are made while every table is empty and all indexes
// look alike, and then serve tables that grow.
describe('statements of hot paths, planned while the tables are empty', () => {
  const database = useDatabase();
  /** One connection, so that it holds every plan. */
  let db: Database;

  before(async () => {
    const { id: clientId } = await buildClient(database.db, { balance: 1_000 });
    db = await database.open({ poolSize: 1, lookUpsOnly: true });
    const submission = buildSubmission({ clientId, refuseDuplicateDays: 30 });
    await liveThrough(db, [submission]);
    await liveThrough(db, [buildSubmission({ clientId }), buildSubmission({ clientId })]);
    const key = { clientId, id: submission.verificationId };
    for (const load of [loadReports, loadVersions, loadVerifications]) await load(db, [key]);
    await createAccountReader(db)({ userId: newId(), jti: newId() });
    await readLists(clientId);
  });

  async function readLists(clientId: string): Promise<void> {
    const page = { limit: 25, after: undefined };
    const period = { createdFrom: new Date(0), createdTo: new Date() };
    await loadHistory(db, clientId, page, { ...ALL, ...period });
    await loadHistory(db, clientId, page, { ...ALL, status: 'manual_review' });
    await loadHistory(db, clientId, page, { ...ALL, subjectHashes: [SUBJECT] });
    await findSubject(db, clientId, [SUBJECT]);
    await loadEntries(db, clientId, page, ALL);
    await loadEntries(db, clientId, page, { ...ALL, verificationId: newId() });
    await loadReviews(db, page, ALL, newId());
    await loadAuditLog(db, page, { ...ALL, ...period });
    await loadAuditLog(db, page, ALL);
    await loadAuditLog(db, page, { ...ALL, action: 'user.suspended' });
    await loadBacklog(db);
    await findLostCalls(db);
    await claimIdleChecks(db);
  }

  it('read tables by key only, however many rows will be in them', async () => {
    const plans = await preparedPlans(db);
    expect(plans).to.have.lengthOf.at.least(20);
    for (const { statement, plan } of plans) {
      const nodes = nodesOf(plan);
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
      expect([...KEYS, ...LISTS], statement).to.include.members(indexes);
      const unbounded = nodes.filter((node) => isIndexScan(node) && node['Index Cond'] === undefined);
      expect(LISTS, statement).to.include.members(unbounded.map((node) => node['Index Name']));
      const whole = nodes.filter((node) =>
        ['Seq Scan', 'Hash Join', 'Merge Join'].includes(node['Node Type']),
      );
      expect(whole, statement).to.deep.equal([]);
    }
  });

  it('find the ledger lines of a verification by it, not among all of its client', async () => {
    const plans = await preparedPlans(db);
    const [ofReport, ofWallet] = [/ AS entry_ids/, /entry_no IN \(/].map((part) =>
      plans.find(({ statement }) => part.test(statement)),
    );
    for (const found of [ofReport, ofWallet]) {
      const scans = found && nodesOf(found.plan).filter(isIndexScan);
      const indexes = scans?.flatMap((node) => (onLedger(node) ? node['Index Name'] : []));
      expect(indexes, found?.statement).to.include.members([
        'wallet_entries_reserved_once',
        'wallet_entries_ended_once',
      ]);
    }
    const reading = ofReport && nodesOf(ofReport.plan).filter((node) => onLedger(node));
    expect(reading?.map((node) => node['Index Name'])).to.not.include('wallet_entries_pkey');
  });

  it('find what is about one subject by it, not among all of its client', async () => {
    const plans = await preparedPlans(db);
    const about = plans.filter(({ statement }) => /\bsubject_hash =/.test(statement));
    expect(about, 'the history, the search for duplicates, and what is held on a subject').to.have.length(3);
    for (const { statement, plan } of about) {
      const indexes = nodesOf(plan).flatMap((node) => node['Index Name'] ?? []);
      expect(indexes, statement).to.include('verifications_same_subject_idx');
      expect(indexes, statement).to.not.include('verifications_history_idx');
    }
  });

  it('compile nothing to machine code when a table has to be read whole after all', async () => {
    const [row] = await db.query<{ 'QUERY PLAN': [Readonly<Record<string, unknown>>] }>(
      'EXPLAIN (ANALYZE, FORMAT JSON) SELECT name FROM migrations WHERE name = ANY($1)',
      [['none']],
    );
    expect(row?.['QUERY PLAN'][0]).to.have.property('Execution Time');
    expect(row?.['QUERY PLAN'][0]).not.to.have.property('JIT');
  });
});

// A growing table is first neither empty nor known to the statistics, and then known with its earlier size.
describe('statements of a request, planned while the tables grow', () => {
  for (const clients of [1, 10, 200]) {
    describe(clients === 1 ? 'with one client' : `with ${clients} clients`, () => {
      const database = useDatabase();
      let owner: Database;
      let clientIds: string[];
      let there = 0;

      before(async () => {
        owner = await database.open({ url: database.ownerUrl });
        const build = () => buildClient(database.db, { balance: 10_000 });
        clientIds = (await Promise.all(Array.from({ length: clients }, build))).map(({ id }) => id);
      });

      function submit(): Submission<never> {
        there += 1;
        return buildSubmission({ clientId: clientIds[there % clients] ?? '' });
      }

      for (const size of [50, 100, 150, 200, 300, 600]) {
        it(`read by key with ${size} verifications`, async () => {
          await acceptVerifications(database.db, Array.from({ length: size - there }, submit));
          await expectKeysOnly(await database.open({ poolSize: 1, lookUpsOnly: true }), submit);
          await owner.query(
            'ANALYZE clients, wallets, verifications, checks, consent_evidence, wallet_entries',
          );
          await expectKeysOnly(await database.open({ poolSize: 1, lookUpsOnly: true }), submit);
        });
      }
    });
  }

  /** Everything in the life of submissions, on connections that have made no plan before. */
  async function expectKeysOnly(db: Database, submit: () => Submission<never>): Promise<void> {
    await liveThrough(db, [submit()]);
    await liveThrough(db, [submit(), submit()]);
    const plans = await preparedPlans(db);
    expect(plans).to.have.lengthOf.at.least(6);
    for (const { statement, plan } of plans) {
      const indexes = nodesOf(plan).flatMap((node) => node['Index Name'] ?? []);
      expect(KEYS, statement).to.include.members(indexes);
    }
  }
});

/** A single submission and several have statements of their own. */
async function liveThrough(db: Database, submissions: readonly Submission<never>[]): Promise<void> {
  await acceptVerifications(db, submissions);
  await loadPendingChecks(
    db,
    submissions.flatMap(({ checkIds }) => checkIds),
  );
  const settlements: Settlement[] = [];
  for (const submission of submissions)
    settlements.push(settlementOf(submission, await dispatch(db, submission), 'positive'));
  await settleChecks(db, settlements);
}

// Keys have no order: half of a client's keys sort after the next one it sends, or all of them.
describe('the look for a key that nobody holds', () => {
  const database = useDatabase();

  it('reads as little with many keys behind it as with none', async () => {
    const { id: clientId } = await buildClient(database.db, { balance: 10_000 });
    const submit = (idempotencyKey: string) => buildSubmission({ clientId, idempotencyKey });
    await acceptVerifications(
      database.db,
      Array.from({ length: 1_500 }, () => submit(`key-${newId()}`)),
    );
    const db = await database.open({ poolSize: 1, lookUpsOnly: true });
    await acceptVerifications(db, [submit('key-y')]);
    const [before, behind] = [await pagesToFind(db, clientId, '!'), await pagesToFind(db, clientId, '~')];
    expect(before).to.be.at.most(behind + 2);
  });

  function pagesToFind(db: Database, clientId: string, key: string): Promise<number> {
    const values = `'{${clientId}}', '{${key}}', '{${clientId}}'`;
    return pagesOf(db, '%AS wanted (client_id, idempotency_key)%', values);
  }
});

describe('a pass of the reconciler', () => {
  const database = useDatabase();

  it('costs as much with many checks pending as with one batch of them', async () => {
    const { id: clientId } = await buildClient(database.db, { balance: 100_000 });
    const db = await database.open({ poolSize: 1, lookUpsOnly: true });
    await claimIdleChecks(db);
    const withPending = async (more: number): Promise<number> => {
      for (let accepted = 0; accepted < more; accepted += 600) {
        const submissions = Array.from({ length: 600 }, () => buildSubmission({ clientId }));
        await acceptVerifications(database.db, submissions);
        // The pool would close a connection that was not used for ten seconds, and its plans would be gone.
        await db.query('SELECT 1');
      }
      await database.db.query(`UPDATE checks SET rung_at = now() - interval '1 minute'`);
      return pagesOf(db, 'UPDATE checks SET rung_at%', 'now()');
    };
    const few = await withPending(600);
    expect(await withPending(2_400)).to.be.at.most(1.5 * few);
  }).timeout(30_000);
});

/** Pages of the tables and their indexes that PostgreSQL reads for the prepared statement that looks like this. */
async function pagesOf(db: Database, statement: string, values: string): Promise<number> {
  const [prepared] = await db.query<{ name: string }>(
    `SELECT name FROM pg_prepared_statements
     WHERE statement LIKE $1 AND statement NOT LIKE '%pg_prepared_statements%'`,
    [statement],
  );
  const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "${prepared?.name}" (${values})`,
  );
  if (row === undefined) throw new Error('PostgreSQL explains nothing');
  return row['QUERY PLAN'][0].Plan['Shared Hit Blocks'];
}

describe('an erasure', () => {
  const database = useDatabase();

  it('finds the events that name a request by their index, under row-level security', async () => {
    const db = await database.open({ poolSize: 1, lookUpsOnly: true });
    await db.transaction((sql) => eraseVerifications(sql, [newId()]));
    const plans = await preparedPlans(db);
    const found = plans.find(({ statement }) => statement.includes('UPDATE webhook_events'));
    const scan = found && nodesOf(found.plan).find(isIndexScan);
    expect(scan?.['Index Name']).to.equal('webhook_events_named_idx');
    expect(scan?.['Index Cond']).to.include('named_request');
  });
});

describe('the search for what the daily figures lack', () => {
  const database = useDatabase();

  it('finds the first uncounted entry of a ledger by its number, under row-level security', async () => {
    const db = await database.open({ poolSize: 1, lookUpsOnly: true });
    await loadUncounted(db);
    const plans = await preparedPlans(db);
    const found = plans.find(({ statement }) => statement.includes('figure_positions'));
    const scan = found && nodesOf(found.plan).find(onLedger);
    expect(scan?.['Index Cond']).to.include('entry_no');
  });
});

function onLedger(node: Plan): boolean {
  return node['Index Name']?.startsWith('wallet_entries') === true;
}
