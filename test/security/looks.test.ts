import { expect } from 'chai';
import { toPublicId } from '../../shared/domain/ids.js';
import { exampleOf } from '../../shared/facts/example-of.js';
import { checkOf } from '../../shared/services/index.js';
import { buildVerification } from '../support/database/factories.js';
import type { Answer, TestClient } from '../support/http/client.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { GUARDED, type Operation } from './support/operations.js';
import { tenancyOf } from './support/tenancy-table.js';
import { buildWorld, pathFor, type World } from './support/world.js';

const SURNAME = 'Lookcanary';
const LABEL = 'Label of the look canary';
const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const SUBJECT = '0001010005070';
const FORMS = ['application/json', 'text/csv', 'application/pdf'] as const;

/** What shows data about a person, by operation and format. Whatever is added here must be in the access log, too. */
const OPENINGS: readonly string[] = [
  'GET /api/v1/batches/:id/results as file',
  'GET /api/v1/support/reviews/:id',
  'GET /api/v1/verifications as CSV',
  'GET /api/v1/verifications/:id',
  'GET /api/v1/verifications/:id as PDF',
  'GET /api/v1/verifications/:id/photo as file',
  'GET /api/v1/verifications/:id/report.pdf as PDF',
  'POST /api/v1/admin/clients/:id/personal-data/exports',
  'POST /api/v1/support/reviews/:id/resolution',
  'POST /api/v1/support/reviews/:id/reveal-subject',
  'POST /api/v1/verifications',
  'POST /api/v1/verifications/search as CSV',
];

/** Pages of lists: masked, with result language. A line for each would bury who opened what. */
const PAGES: readonly string[] = [
  'GET /api/v1/home',
  'GET /api/v1/verifications',
  'POST /api/v1/verifications/search',
];

/** Their examples end sessions, accounts or ids that other cases need, and none is about a subject. */
const APART =
  /^DELETE |^PATCH .*admin|\/logo$|logout|\/me\/|\/team|\/users|\/staff|rotate|personal-data\/erasures|requeue$/;

describe('looks at what is known about people', function () {
  this.timeout(180_000);

  let api: TestApi;
  let world: World;
  let clientId: string;
  let own: Readonly<Record<string, string>>;
  before(async () => {
    api = await startApi();
    world = await buildWorld(api);
    clientId = world.us.user.clientId;
    const common = { clientId, subject: SUBJECT, label: LABEL };
    const details = (code: 'identity_check' | 'said_verification') => ({
      ...exampleOf(checkOf(code).facts),
      surname: SURNAME,
    });
    const report = await buildVerification(api.db, {
      ...common,
      serviceCode: 'identity_check',
      status: 'completed',
      checks: [{ details: details('identity_check'), label: LABEL, photo: PHOTO }],
    });
    const review = await buildVerification(api.db, {
      ...common,
      serviceCode: 'kyc_bundle',
      status: 'manual_review',
      checks: [{ status: 'completed', details: details('said_verification') }, {}, {}],
    });
    own = { verification: report.requestId, review: review.requestId };
    await haveReplay();
    await api.db.query(
      `UPDATE batch_rows SET state = 'submitted', verification_id = $2, input_sealed = NULL, subject_hash = NULL
       WHERE client_id = $1 AND row_no = 1`,
      [clientId, report.id],
    );
  });
  after(() => api.close());

  /** The example submission already exists, and has its result. */
  async function haveReplay(): Promise<void> {
    const operation = GUARDED.find(({ name }) => name === 'POST /api/v1/verifications');
    const { status } = await world.us.client.post('/api/v1/verifications', operation?.body);
    expect(status).to.equal(202);
    await api.db.query(
      `UPDATE verifications SET status = 'completed', outcome = 'positive', label = $2, completed_at = now(),
         credits_charged = credits, credits_reserved = 0 WHERE client_id = $1 AND status = 'pending'`,
      [clientId, LABEL],
    );
  }

  const addressOf = (operation: Operation): string => {
    const { ids = {} } = tenancyOf(operation.name);
    const others = Object.entries(ids).flatMap(([parameter, kind]) => {
      const id = own[kind];
      return id === undefined ? [] : [[parameter, id]];
    });
    return pathFor(world, operation, Object.fromEntries(others));
  };

  function bodyOf({ name, body }: Operation): Record<string, unknown> | undefined {
    if (name.endsWith('/search')) return {};
    if (name.endsWith('/exports')) return { subject: SUBJECT, reason: 'Asked by letter' };
    if (name.endsWith('/resolution')) {
      return { decision: 'complete', outcome: 'positive', label: LABEL, note: 'Seen' };
    }
    return body;
  }

  /** A person of each permitted role, and a key where keys are permitted. */
  function callersOf(operation: Operation): TestClient[] {
    const { for: audience, keys } = tenancyOf(operation.name);
    const { us, support, admin } = world;
    if (audience === 'account') return [us.client, support, admin];
    if (audience !== 'client') return [audience === 'support' ? support : admin];
    return keys === undefined ? [us.client] : [us.client, us.machine];
  }

  function shows({ body, headers, status }: Answer): boolean {
    if (status >= 300) return false;
    const type = headers.get('content-type') ?? '';
    if (/pdf|image/.test(type)) return true;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return [SURNAME, LABEL, SUBJECT].some((canary) => text.includes(canary));
  }

  /** The last line of the client's access log. */
  async function lastLine(): Promise<{ entry_no: number; act: string; verification_id: string | null }> {
    const [line] = await api.db.query<{ entry_no: number; act: string; verification_id: string | null }>(
      'SELECT entry_no, act, verification_id FROM access_log WHERE client_id = $1 ORDER BY entry_no DESC LIMIT 1',
      [clientId],
    );
    return line ?? { entry_no: 0, act: '', verification_id: null };
  }

  function nameOf({ name }: Operation, form: (typeof FORMS)[number], { headers }: Answer): string {
    const type = headers.get('content-type') ?? '';
    if (type.includes('json')) return name;
    if (form === 'text/csv' && type.includes('csv') && !name.endsWith('results')) return `${name} as CSV`;
    return type.includes('pdf') ? `${name} as PDF` : `${name} as file`;
  }

  it('leave a line each before they are answered, whatever the operation, the form and the caller', async () => {
    const opened = new Set<string>();
    const untold: string[] = [];
    const operations = GUARDED.filter(({ name, form }) => !form && !APART.test(name));
    // Reads first: some of the others change what can be read.
    operations.sort((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
    for (const operation of operations) {
      for (const caller of callersOf(operation)) {
        for (const accept of FORMS) {
          const before = await lastLine();
          const json = bodyOf(operation);
          const answer = await caller.send(operation.method, addressOf(operation), {
            headers: { accept },
            ...(json !== undefined && { json }),
          });
          if (!shows(answer)) continue;
          const name = nameOf(operation, accept, answer);
          if (PAGES.includes(name)) continue;
          opened.add(name);
          const line = await lastLine();
          // A file of many names none of them.
          const meant = (line.verification_id === null) === (line.act === 'csv');
          if (line.entry_no === before.entry_no || !meant) untold.push(name);
        }
      }
    }
    expect(untold, 'without a line').to.deep.equal([]);
    expect([...opened].sort(), 'what opens something').to.deep.equal(OPENINGS);
  });

  it('are read by owners of the client, by admins and by auditors, who are told which of the staff it was', async () => {
    const auditor = await api.signIn(await api.createStaff('auditor'));
    const path = `/api/v1/admin/clients/${toPublicId('client', clientId)}/access-log?limit=100`;
    const lines = (await auditor.get(path)).body.data as Record<string, unknown>[];
    const ofStaff = lines.find(({ actor_kind }) => actor_kind === 'staff');
    expect(ofStaff?.actor_name).to.match(/@example\.test$/);
    expect(ofStaff?.ip_address).to.equal('127.0.0.1');
    const theirs = (await world.us.client.get('/api/v1/access-log?limit=100')).body.data;
    expect(theirs.map(({ entry_no }: { entry_no: number }) => entry_no)).to.deep.equal(
      lines.map(({ entry_no }) => entry_no),
    );
    expect(JSON.stringify(theirs)).not.to.include(String(ofStaff?.actor_name));
    expect((await world.us.client.get(path)).status).to.equal(401);
    expect((await world.support.get(path)).status).to.equal(401);
  });
});
