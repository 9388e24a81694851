import { expect } from 'chai';
import pg from 'pg';
import { formatPosition } from '../../../api/verifications/history-position.js';
import { historyStatement } from '../../../api/verifications/load-history.js';
import { newId } from '../../../shared/domain/ids.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const ROWS_PER_CLIENT = 2_000;
const NO_FILTERS = {
  status: undefined,
  serviceCode: undefined,
  outcome: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  subjectHashes: undefined,
  idempotencyKey: undefined,
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
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    for (const client of clients)
      await owner.query(`INSERT INTO clients (id, name) VALUES ($1, 'x')`, [client]);
    await owner.query(
      `INSERT INTO verifications (id, client_id, idempotency_key, fingerprint, service_code, subject_type,
         subject_masked, subject_hash, data_key, subject_sealed, parameters_sealed, purpose, price_release, credits,
         credits_reserved, correlation_id, created_at)
       SELECT gen_random_uuid(), client, n::text, '', 'said_verification', 'sa_id_number', '****', '', '', '', '',
         'test', '2026-09', 5, 5, 'x', timestamptz '2026-09-01' + n * interval '1 minute'
       FROM generate_series(1, $1) AS n CROSS JOIN unnest($2::uuid[]) AS client`,
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
  const cases: [string, Parameters<typeof historyStatement>][] = [
    ['the first page', [client, page, NO_FILTERS]],
    ['a page far back', [client, deep, NO_FILTERS]],
    ['a page of one status', [client, page, { ...NO_FILTERS, status: 'pending' }]],
    ['a period', [client, page, { ...NO_FILTERS, createdFrom: new Date('2026-09-01T06:00:00Z') }]],
  ];
  for (const [name, statement] of cases) {
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      it(`reads ${name} from the history index and sorts nothing (${mode})`, async () => {
        const nodes = nodesOf(await planOf(historyStatement(...statement), mode));
        expect(nodes.map((node) => node['Index Name'])).to.include('verifications_history_idx');
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
