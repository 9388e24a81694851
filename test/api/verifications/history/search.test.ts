import { expect } from 'chai';
import type { WireHistory } from '../../../../shared/wire/history.js';
import {
  type BuiltVerification,
  buildVerification,
  type VerificationOverrides,
} from '../../../support/database/factories.js';
import { type Caller, signInClient } from '../../../support/http/caller.js';
import type { TestClient } from '../../../support/http/client.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

const SEARCH = '/api/v1/verifications/search';

describe('POST /api/v1/verifications/search', () => {
  let api: TestApi;
  let caller: Caller;
  let client: TestClient;
  const built: Record<string, BuiltVerification> = {};

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
    client = api.client.withToken(caller.token);
    const stranger = await signInClient(api);
    const plans: Record<string, Omit<VerificationOverrides, 'clientId'>> = {
      first: { subject: '0001010004073', createdAt: new Date('2026-09-01T08:00:00Z') },
      again: { subject: '0001010004073', createdAt: new Date('2026-09-02T08:00:00Z') },
      review: {
        subject: '0001010005070',
        status: 'manual_review',
        createdAt: new Date('2026-09-03T08:00:00Z'),
        idempotencyKey: 'the key',
      },
      name: {
        serviceCode: 'aml_screening',
        subject: 'Test Subject Two',
        createdAt: new Date('2026-09-04T08:00:00Z'),
      },
      short: { serviceCode: 'vehicle_check', subject: '4073', createdAt: new Date('2026-09-05T08:00:00Z') },
    };
    for (const [name, plan] of Object.entries(plans))
      built[name] = await buildVerification(api.db, { clientId: caller.clientId, ...plan });
    await buildVerification(api.db, { clientId: stranger.clientId, subject: '0001010004073' });
  });
  after(() => api.close());

  const idsOf = ({ data }: WireHistory) => data.map(({ request_id }) => request_id);

  const cases: [object, string[]][] = [
    [{}, ['short', 'name', 'review', 'again', 'first']],
    [{ subject: '000101 0004 073' }, ['again', 'first']],
    [{ subject_last4: '4073' }, ['again', 'first']],
    [{ subject_last4: ' Two' }, ['name']],
    [{ subject_last4: ' two' }, []],
    [{ subject_last4: '4073', created_to: '2026-09-01' }, ['first']],
    [{ subject_last4: '5070', status: 'manual_review' }, ['review']],
    [{ subject_last4: '5070', subject: '0001010004073' }, []],
    [{ subject_last4: '👍👍👍👍' }, []],
    [{ subject_last4: "' --" }, []],
    [{ service_code: 'aml_screening' }, ['name']],
    [{ outcome: 'mixed' }, []],
    [{ idempotency_key: 'the key' }, ['review']],
    [{ created_from: '2026-09-04', limit: 1 }, ['short']],
  ];
  for (const [body, expected] of cases) {
    it(`finds ${expected.join(', ') || 'nothing'} by ${JSON.stringify(body)}`, async () => {
      const answer = await client.post(SEARCH, body);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('link')).to.equal(null);
      expect(idsOf(answer.body)).to.deep.equal(expected.map((name) => built[name]?.requestId));
    });
  }

  it('goes on by the cursor, under the same body', async () => {
    const body = { subject_last4: '4073', limit: 1 };
    const first = (await client.post(SEARCH, body)).body;
    expect(idsOf(first)).to.deep.equal([built.again?.requestId]);
    const second = (await client.post(SEARCH, { ...body, cursor: first.next_cursor })).body;
    expect(idsOf(second)).to.deep.equal([built.first?.requestId]);
    expect(second.next_cursor).to.equal(null);
  });

  it('gives everything as CSV without a limit, and a page of it with one', async () => {
    const headers = { accept: 'text/csv' };
    const all = await client.post(SEARCH, { subject_last4: '4073' }, { headers });
    expect(all.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(all.body.trim().split('\r\n')).to.have.length(3);
    const page = await client.post(SEARCH, { subject_last4: '4073', limit: 1 }, { headers });
    expect(page.body.trim().split('\r\n')).to.have.length(2);
  });

  const faults: [object, string, string][] = [
    [{ subject_last4: '073' }, 'subject_last4', 'invalid_subject'],
    [{ subject_last4: '04073' }, 'subject_last4', 'invalid_subject'],
    [{ subject_last4: '' }, 'subject_last4', 'invalid_subject'],
    [{ subject_last4: 4073 }, 'subject_last4', 'invalid_type'],
    [{ subject_last4: null }, 'subject_last4', 'invalid_type'],
    [{ subject_last4: '07\0' + '1' }, 'subject_last4', 'invalid_text'],
    [{ subject: '0001010000072' }, 'subject', 'invalid_subject'],
    [{ subject: 1 }, 'subject', 'invalid_type'],
    [{ subject: ['0001010004073'] }, 'subject', 'invalid_type'],
    [{ status: 'done' }, 'status', 'invalid_choice'],
    [{ status: null }, 'status', 'invalid_type'],
    [{ limit: '5' }, 'limit', 'invalid_type'],
    [{ limit: 0 }, 'limit', 'invalid_number'],
    [{ limit: 1.5 }, 'limit', 'invalid_number'],
    [{ cursor: 'x' }, 'cursor', 'invalid_cursor'],
    [{ created_from: 'yesterday' }, 'created_from', 'invalid_moment'],
    [{ created_from: '2026-09-02', created_to: '2026-09-01' }, 'created_to', 'invalid_period'],
    [{ offset: 1 }, 'offset', 'unknown_field'],
  ];
  for (const [body, field, code] of faults) {
    it(`answers ${JSON.stringify(body)} with 422 ${code}`, async () => {
      const answer = await client.post(SEARCH, body);
      expect(answer.status).to.equal(422);
      const found = answer.body.errors.map((fault: { field: string; code: string }) => [
        fault.field,
        fault.code,
      ]);
      expect(found).to.deep.equal([[field, code]]);
    });
  }

  it('names all faults at once, those of the address too, and quotes nothing', async () => {
    const body = { limit: 'x', status: 'y', subject: '0001010000072', z: 1 };
    const answer = await client.post(`${SEARCH}?subject=0001010000071`, body);
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).to.have.members([
      'limit',
      'z',
      'status',
      'subject',
      'subject',
    ]);
    expect(JSON.stringify(answer.body)).to.not.match(/000101/);
  });

  it('is not for anybody else, and not another verb of it', async () => {
    expect((await api.client.post(SEARCH, {})).status).to.equal(401);
    const answer = await caller.get(SEARCH);
    expect(answer.status).to.equal(405);
    expect(answer.headers.get('allow')).to.equal('POST');
  });

  it('leaves no trace of a subject searched for in the log', async () => {
    await client.post(SEARCH, { subject: '0001010004073', subject_last4: '4073' });
    const logged = JSON.stringify(api.logs());
    expect(logged).to.contain(SEARCH).and.not.contain('0001010004073');
    // Four digits alone may appear by chance in a correlation id or a time.
    expect(logged).to.not.match(/(?<![\da-f.-])4073(?![\da-f.-])/);
  });
});
