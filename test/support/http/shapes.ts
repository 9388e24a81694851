import { expect } from 'chai';
import type { Answer } from './client.js';

const REQUEST_ID = /^ver_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The members every verification has, and the additional ones of each status (contract 4.4). */
const COMMON = [
  'request_id',
  'status',
  'service_code',
  'subject',
  'credits_reserved',
  'credits_charged',
  'created_at',
];
const BY_STATUS: Readonly<Record<string, readonly string[]>> = {
  pending: [],
  completed: ['result', 'completed_at'],
  manual_review: ['message', 'next_action'],
  provider_unavailable: ['message', 'next_action', 'correlation_id', 'doc_url'],
};

/** Fails unless the body is a verification as specified in contract 4.4, with nothing missing and nothing else. */
export function expectVerification(
  body: Record<string, unknown>,
  expected: Record<string, unknown> & { status: string },
): void {
  const replay = expected.idempotent_replay === true ? ['idempotent_replay'] : [];
  expect(body).to.have.all.keys(...COMMON, ...(BY_STATUS[expected.status] ?? []), ...replay);
  expect(body).to.include(expected);
  expect(body.request_id).to.match(REQUEST_ID);
  expect(body.created_at).to.match(TIMESTAMP);
  expect(body.subject).to.match(/^\*+.{0,4}$/u);
  if (expected.status === 'completed') {
    expect(body.completed_at).to.match(TIMESTAMP);
    const hits = body.service_code === 'aml_screening' ? ['hits'] : [];
    expect(body.result).to.have.all.keys('label', 'outcome', 'provider_reference', ...hits);
  }
  if ('message' in body) {
    expect(body.message).to.be.a('string').and.to.have.length.greaterThan(20);
    expect(body.next_action).to.match(/contact support/);
  }
}

const REPORT = [
  'service_label',
  'category',
  'idempotency_key',
  'purpose',
  'submitted_by',
  'submitted_by_name',
  'provider_source',
  'confidentiality_notice',
  'consent',
  'checks',
  'billing',
];
const CONSENT = [
  'authority_confirmed',
  'charge_approved',
  'biometric_consent',
  'credits_approved',
  'recorded_at',
  'recorded_by',
  'channel',
  'evidence_hash',
];

/** Fails unless the body is a report as specified in contract 4.4, with nothing missing and nothing else. */
export function expectReport(body: Record<string, unknown>, expected: { status: string }): void {
  const screening = body.service_code === 'aml_screening' ? ['screened'] : [];
  expect(body).to.have.all.keys(...COMMON, ...(BY_STATUS[expected.status] ?? []), ...REPORT, ...screening);
  expect(body).to.include(expected);
  expect(body.consent).to.have.all.keys(...CONSENT);
  expect(body.consent).to.include({ authority_confirmed: true, charge_approved: true, channel: 'api' });
  expect((body.consent as { evidence_hash: string }).evidence_hash).to.match(/^[0-9a-f]{64}$/);
  for (const check of body.checks as object[]) {
    expect(check).to.have.all.keys('service_code', 'label', 'status', 'outcome', 'details');
  }
  expect(body.billing).to.have.all.keys('reason', 'release', 'entry_ids');
}

/** Fails unless the answer is an error in the contract's one format (contract 2); `more` are its further members. */
export function expectError(
  answer: Answer,
  expected: { httpStatus: number; status: string; more?: readonly string[] },
): void {
  const { body, headers } = answer;
  expect(answer.status, JSON.stringify(body)).to.equal(expected.httpStatus);
  expect(body).to.have.all.keys('status', 'message', 'correlation_id', 'doc_url', ...(expected.more ?? []));
  expect(body.status).to.equal(expected.status);
  expect(body.message).to.be.a('string').and.to.have.length.greaterThan(20);
  expect(headers.get('x-correlation-id')).to.equal(body.correlation_id);
  expect(headers.get('content-type')).to.match(/^application\/json/);
  expect(headers.get('cache-control')).to.equal('no-store');
}
