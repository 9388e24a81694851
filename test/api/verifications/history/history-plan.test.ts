import { expect } from 'chai';
import pg from 'pg';
import { formatPosition } from '../../../../api/verifications/history/history-position.js';
import { historyStatement } from '../../../../api/verifications/history/load-history.js';
import { sessionIn } from '../../../../shared/db/scope.js';
import { newId } from '../../../../shared/domain/ids.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database/database.js';

const ROWS_PER_CLIENT = 2_000;
const NO_FILTERS = {
  status: undefined,
  serviceCode: undefined,
  outcome: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  subjectHashes: undefined,
  subjectLast4: undefined,
  idempotencyKey: undefined,
  reference: undefined,
  submittedBy: undefined,
};

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  Plans?: Plan[];
}

describe('the plan of a history page', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  const clients = [newId(), newId(), newId()];

  before(async () => {
    database = await createTestDatabase();
    owner = new pg.Client({ connectionString: database.ownerUrl, options: sessionIn('operator') });
    await owner.connect();
    for (const client of clients)
      await owner.query(`INSERT INTO clients (id, name) VALUES ($1, 'x')`, [client]);
    await owner.query(
      `INSERT INTO verifications (id, client_id, idempotency_key, fingerprint, service_code, subject_type,
         subject_masked, subject_hash, data_key, subject_sealed, parameters_sealed, purpose, price_release, credits,
         credits_reserved, credits_charged, status, outcome, label, completed_at, correlation_id, created_at)
       SELECT gen_random_uuid(), client, n::text, '', (ARRAY['said_verification', 'alive_status'])[1 + n % 2],
         'sa_id_number', '*********' || lpad((n % 997)::text, 4, '0'), '', '', '', '', 'test', '2026-09', 5, 5 * open, 5 * (1 - open),
         (ARRAY['completed', 'pending'])[1 + open], CASE WHEN open = 0 THEN (ARRAY['positive', 'negative', 'no_record'])[1 + n % 3] END,
         CASE WHEN open = 0 THEN 'Found' END, CASE WHEN open = 0 THEN now() END,
         'x', timestamptz '2026-09-01' + n * interval '1 minute'
       FROM generate_series(1, $1) AS n CROSS JOIN unnest($2::uuid[]) AS client
         CROSS JOIN LATERAL (SELECT (n % 500 = 0)::int AS open) AS state`,
      [ROWS_PER_CLIENT, clients],
    );
    await owner.query('ANALYZE verifications');
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  const [client = ''] = clients;
  const page = { limit: 25, after: undefined };
  const deep = {
    limit: 25,
    after: formatPosition({ created_at: new Date('2026-09-01T12:00:00Z'), id: newId() }),
  };
  const from = new Date('2026-09-01T06:00:00Z');
  const cases: [string, string, Parameters<typeof historyStatement>][] = [
    ['the first page', 'verifications_history_idx', [client, page, NO_FILTERS]],
    ['a page far back', 'verifications_history_idx', [client, deep, NO_FILTERS]],
    ['a period', 'verifications_history_idx', [client, page, { ...NO_FILTERS, createdFrom: from }]],
    [
      'what is completed',
      'verifications_history_idx',
      [client, page, { ...NO_FILTERS, status: 'completed' }],
    ],
    ['what is open', 'verifications_open_idx', [client, page, { ...NO_FILTERS, status: 'pending' }]],
    [
      'a service that was never asked for',
      'verifications_service_idx',
      [client, page, { ...NO_FILTERS, serviceCode: 'vehicle_check' }],
    ],
    [
      'what ends with characters that no subject has',
      'verifications_last4_idx',
      [client, page, { ...NO_FILTERS, subjectLast4: '9999' }],
    ],
    [
      'what ends with some characters, far back',
      'verifications_last4_idx',
      [client, deep, { ...NO_FILTERS, subjectLast4: '0042' }],
    ],
    [
      'a reference',
      'verifications_reference_idx',
      [client, page, { ...NO_FILTERS, reference: 'never given' }],
    ],
    ['a submitter', 'verifications_submitter_idx', [client, page, NO_FILTERS, [newId()]]],
    [
      'an outcome that never was',
      'verifications_outcome_idx',
      [client, page, { ...NO_FILTERS, outcome: 'mixed' }],
    ],
  ];
  for (const [name, index, statement] of cases) {
    // As the service sets it (shared/db/data-source.ts), and as PostgreSQL does by itself.
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      it(`reads ${name} from ${index} and sorts nothing (${mode})`, async () => {
        const nodes = nodesOf(await planOf(historyStatement(...statement), mode));
        expect(nodes.map((node) => node['Index Name'])).to.include(index);
        expect(nodes.map((node) => node['Node Type'])).to.not.include('Sort');
        expect(nodes.map((node) => node['Node Type'])).to.not.include('Seq Scan');
      });
    }
  }

  async function planOf({ text, values }: ReturnType<typeof historyStatement>, mode: string): Promise<Plan> {
    const literals = values.map((value) =>
      pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
    );
    await owner.query(`SET plan_cache_mode = ${mode}`);
    await owner.query(`PREPARE page AS ${text}`);
    const { rows } = await owner.query(`EXPLAIN (FORMAT JSON) EXECUTE page (${literals.join(', ')})`);
    await owner.query('DEALLOCATE page');
    return rows[0]['QUERY PLAN'][0].Plan as Plan;
  }

  function nodesOf(plan: Plan): Plan[] {
    return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
  }
});
