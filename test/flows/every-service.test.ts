import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { InputType } from '../../shared/domain/input-type.js';
import { maskSubject } from '../../shared/domain/mask.js';
import { TEST_SUBJECTS } from '../../shared/domain/test-subjects.js';
import type { ServiceCode } from '../../shared/services/index.js';
import { askedBy, checksOf, SERVICE_ROWS, SERVICE_TABLE } from '../support/checks/service-table.js';
import { submit } from '../support/checks/submit.js';
import { expectReport, expectVerification } from '../support/http/shapes.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

function subjectOf(input: InputType, sandboxCase: 'positive' | 'negative' | 'no_record'): string {
  return TEST_SUBJECTS.find((row) => row.case === sandboxCase)?.subjects[input] ?? '';
}

describe('every service, from the submission to the report and the ledger', function () {
  this.timeout(30_000);

  let service: Service;
  let client: SeededClient;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    client = await service.seedClient({ credits: 100 });
  });
  afterEach(() => service.expectSound());

  function get(path: string) {
    return service.api.client.withToken(client.token).get(path);
  }

  it('is listed with its label, category, input and price', async () => {
    const { body } = await get('/api/v1/services');
    const listed = body.data.map((entry: { service_code: string }) => entry.service_code);
    expect(listed).to.have.members(Object.keys(SERVICE_TABLE));
    for (const entry of body.data) {
      const { label, category, credits, types } = SERVICE_TABLE[entry.service_code as ServiceCode];
      expect(entry).to.include({ label, category, credits, state: 'connected', health: 'operational' });
      expect(entry.input.types).to.deep.equal(types);
    }
    expect(body.capabilities).to.have.length(8);
  });

  for (const [code, row] of SERVICE_ROWS) {
    const [input = 'sa_id_number'] = row.types;
    it(`${code} is reserved, called, charged and reported`, async () => {
      const subject = subjectOf(input, 'positive');
      const callsBefore = service.sandbox.calls().length;
      const key = randomUUID();
      const answer = await submit(service.api.client, client.token, {
        key,
        body: { service_code: code, subject, biometric_consent: true, credits_approved: row.credits },
      });
      expect(answer.status).to.equal(201);
      const requestId = answer.body.request_id as string;
      expectVerification(answer.body, {
        status: 'completed',
        service_code: code,
        subject: maskSubject(subject),
        credits_reserved: 0,
        credits_charged: row.credits,
      });
      expect(answer.body.result.outcome).to.equal('positive');
      expect(answer.headers.get('location')).to.equal(`/api/v1/verifications/${requestId}`);

      const calls = service.sandbox.calls().slice(callsBefore);
      const asked = calls.map(({ path, reportType }) =>
        reportType === undefined ? [path] : [path, reportType],
      );
      const expected = askedBy(code).map(({ path, body: { reportType } }) =>
        reportType === undefined ? [path] : [path, reportType],
      );
      expect(asked).to.have.deep.members(expected);
      expect(paidCalls(calls)).to.have.length(expected.length);

      await expectReportOf(requestId, code, { subject, key, result: answer.body.result });
      await expectLedgerOf(requestId, row.credits);
    });

    it(`${code} finds nothing, which is charged like any result`, async () => {
      const subject = subjectOf(input, 'no_record');
      const answer = await submit(service.api.client, client.token, {
        body: { service_code: code, subject, biometric_consent: true },
      });
      expect(answer.status).to.equal(201);
      expect(answer.body.result.outcome).to.equal('no_record');
      expect(answer.body.credits_charged).to.equal(row.credits);
      const report = await get(`/api/v1/verifications/${answer.body.request_id}`);
      expect(report.body.billing.reason).to.equal('no_record');
    });

    it(`${code} says no`, async () => {
      const subject = subjectOf(input, 'negative');
      const answer = await submit(service.api.client, client.token, {
        body: { service_code: code, subject, biometric_consent: true },
      });
      expect(answer.status).to.equal(201);
      expect(answer.body.result.outcome).to.equal('negative');
      expect(answer.body.credits_charged).to.equal(row.credits);
    });
  }

  async function expectReportOf(
    requestId: string,
    code: ServiceCode,
    sent: { subject: string; key: string; result: Record<string, unknown> },
  ): Promise<void> {
    const row = SERVICE_TABLE[code];
    const { status, body, headers } = await get(`/api/v1/verifications/${requestId}`);
    expect(status).to.equal(200);
    expectReport(body, { status: 'completed' });
    expect(body).to.include({
      service_label: row.label,
      category: row.category,
      idempotency_key: sent.key,
      purpose: 'Check before a synthetic contract',
    });
    expect(body.consent).to.include({ biometric_consent: true, credits_approved: row.credits });
    expect(body.billing).to.include({ reason: 'result' });
    expect(body.billing.entry_ids).to.have.length(2);
    expect(headers.get('etag')).to.match(/^".+"$/);

    const codes = body.checks.map((check: { service_code: string }) => check.service_code);
    expect(codes).to.deep.equal(checksOf(code));
    for (const check of body.checks) {
      expect(check).to.include({ status: 'completed', outcome: 'positive' });
      expect(check.details).to.be.an('object');
    }
    // A bundle has its facts in the checks only.
    const { details, ...result } = body.result;
    expect(result).to.deep.equal(sent.result);
    expect(result.hits).to.equal(code === 'aml_screening' ? 0 : undefined);
    expect(details).to.deep.equal(row.checks === undefined ? body.checks[0].details : undefined);
    expect(JSON.stringify(body)).not.to.include(sent.subject);
    const { turnaround } = (await get(`/api/v1/services/${code}`)).body;
    expect(turnaround.p50_ms).to.be.greaterThan(0);
  }

  async function expectLedgerOf(requestId: string, credits: number): Promise<void> {
    const { body } = await get('/api/v1/wallet/entries');
    const [charge, reserve] = body.data;
    expect(charge).to.include({
      kind: 'charge',
      amount: credits,
      balance_delta: -credits,
      reserved_delta: -credits,
      balance_after: 100 - credits,
      reserved_after: 0,
      request_id: requestId,
    });
    expect(reserve).to.include({
      kind: 'reserve',
      amount: credits,
      balance_delta: 0,
      reserved_delta: credits,
      balance_after: 100,
      reserved_after: credits,
      request_id: requestId,
    });
    const wallet = await get('/api/v1/wallet');
    expect(wallet.body).to.include({ balance: 100 - credits, reserved: 0, available: 100 - credits });
  }
});
