import { expect } from 'chai';
import type { WireHistory } from '../../../../shared/wire/history.js';
import {
  type BuiltVerification,
  buildVerification,
  type VerificationOverrides,
} from '../../../support/database/factories.js';
import { type Caller, signInClient } from '../../../support/http/caller.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

describe('the filters of GET /api/v1/verifications', () => {
  let api: TestApi;
  let caller: Caller;

  const built: Record<string, BuiltVerification> = {};

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
    const plans: Record<string, Omit<VerificationOverrides, 'clientId'>> = {
      pending: { createdAt: new Date('2026-09-01T00:00:00.000Z'), subject: '0001010004073' },
      review: { status: 'manual_review', createdAt: new Date('2026-09-01T23:59:59.999Z') },
      negative: {
        status: 'completed',
        outcome: 'negative',
        createdAt: new Date('2026-09-02T00:00:00.000Z'),
        idempotencyKey: 'the key: 100% & more',
      },
      company: {
        serviceCode: 'cipc_company',
        subject: '2000/000001/07',
        status: 'completed',
        outcome: 'no_record',
        createdAt: new Date('2026-09-03T12:00:00.001Z'),
      },
      phone: {
        serviceCode: 'phone_trace',
        subject: '+27710000001',
        createdAt: new Date('2026-09-04T00:00:00Z'),
      },
    };
    for (const [name, plan] of Object.entries(plans))
      built[name] = await buildVerification(api.db, { clientId: caller.clientId, ...plan });
  });
  after(() => api.close());

  const cases: [string, string[]][] = [
    ['status=pending', ['phone', 'pending']],
    ['status=manual_review', ['review']],
    ['service_code=cipc_company', ['company']],
    ['outcome=negative', ['negative']],
    ['outcome=no_record&status=pending', []],
    ['created_from=2026-09-02', ['phone', 'company', 'negative']],
    ['created_to=2026-09-01', ['review', 'pending']],
    ['created_from=2026-09-01&created_to=2026-09-01', ['review', 'pending']],
    ['created_from=2026-09-01T23:59:59.999Z&created_to=2026-09-02T00:00:00Z', ['negative', 'review']],
    ['created_from=2026-09-03T14:00:00.001%2B02:00&created_to=2026-09-03T12:00:00.001Z', ['company']],
    ['created_from=2026-09-03T12:00:00.002Z', ['phone']],
    ['created_from=0000-01-01&created_to=9999-12-31&status=pending', ['phone', 'pending']],
    ['subject=0001010004073', ['pending']],
    ['subject=000101%200004-073', ['pending']],
    ['subject=2000%20000001%2007', ['company']],
    ['subject=071%20000%200001', ['phone']],
    ['subject=0001010009072', []],
    ['idempotency_key=the%20key:%20100%25%20%26%20more', ['negative']],
    ['idempotency_key=unknown', []],
    ['status=completed&service_code=cipc_company&outcome=no_record&limit=1', ['company']],
  ];
  for (const [query, expected] of cases) {
    it(`${query} finds ${expected.join(', ') || 'nothing'}`, async () => {
      const { body } = await caller.get(`/api/v1/verifications?${query}`);
      const ids = (body as WireHistory).data.map(({ request_id }) => request_id);
      expect(ids).to.deep.equal(expected.map((name) => built[name]?.requestId));
    });
  }

  const faults: [string, string, string][] = [
    ['limit=0', 'limit', 'invalid_number'],
    ['limit=101', 'limit', 'invalid_number'],
    ['limit=1e2', 'limit', 'invalid_number'],
    ['limit=-1', 'limit', 'invalid_number'],
    ['limit=', 'limit', 'invalid_number'],
    ['limit=NaN', 'limit', 'invalid_number'],
    ['limit=1&limit=2', 'limit', 'repeated'],
    ['status=done', 'status', 'invalid_choice'],
    ['status=', 'status', 'invalid_choice'],
    ['service_code=unknown', 'service_code', 'invalid_choice'],
    ['outcome=POSITIVE', 'outcome', 'invalid_choice'],
    ['created_from=yesterday', 'created_from', 'invalid_moment'],
    ['created_from=2026-02-30', 'created_from', 'invalid_moment'],
    ['created_from=2026-09-01T25:00:00Z', 'created_from', 'invalid_moment'],
    ['created_from=2026-09-01T08:00:00', 'created_from', 'invalid_moment'],
    ['created_from=2026-09-01T08:00:00+02:00', 'created_from', 'invalid_moment'],
    ['created_to=1725177600', 'created_to', 'invalid_moment'],
    ['created_from=2026-09-02&created_to=2026-09-01', 'created_to', 'invalid_period'],
    ['subject=1', 'subject', 'invalid_subject'],
    [`subject=${'a'.repeat(201)}`, 'subject', 'invalid_subject'],
    ['idempotency_key=', 'idempotency_key', 'invalid_idempotency_key'],
    ['idempotency_key=%20', 'idempotency_key', 'invalid_idempotency_key'],
    ['idempotency_key=%C3%A9', 'idempotency_key', 'invalid_idempotency_key'],
    ['reference=%20%20', 'reference', 'invalid_reference'],
    ['submitted_by=%C2%A0', 'submitted_by', 'invalid_submitter'],
    ['cursor=x', 'cursor', 'invalid_cursor'],
    ['offset=10', 'offset', 'unknown_field'],
    ['client_id=cli_00000000000000000000000000', 'client_id', 'unknown_field'],
    ['__proto__=x', '__proto__', 'unknown_field'],
    ['status[]=pending', 'status[]', 'unknown_field'],
  ];
  for (const [query, field, code] of faults) {
    it(`answers ${query.slice(0, 60)} with 422 ${code}`, async () => {
      const answer = await caller.get(`/api/v1/verifications?${query}`);
      expect(answer.status).to.equal(422);
      const { status, errors } = answer.body;
      expect(status).to.equal('validation_failed');
      expect(errors.map((fault: { field: string; code: string }) => [fault.field, fault.code])).to.deep.equal(
        [[field, code]],
      );
    });
  }

  it('names all faults at once and never repeats the subject', async () => {
    const answer = await caller.get('/api/v1/verifications?limit=x&status=y&subject=0001010000072&z=1');
    const { errors, ...rest } = answer.body;
    expect(errors.map(({ field }: { field: string }) => field)).to.deep.equal([
      'limit',
      'status',
      'subject',
      'z',
    ]);
    expect(JSON.stringify([errors, rest])).to.not.contain('0001010000072');
  });

  it('leaves no trace of a subject searched for in the log', async () => {
    const { requestId } = built.pending ?? {};
    const { body } = await caller.get('/api/v1/verifications?subject=0001010004073');
    expect((body as WireHistory).data[0]?.request_id).to.equal(requestId);
    expect(JSON.stringify(api.logs())).to.contain('/api/v1/verifications').and.not.contain('0001010004073');
  });
});
