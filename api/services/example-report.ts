import { maskSubject } from '../../shared/domain/mask.js';
import { resultOfChecks } from '../../shared/domain/result-of-checks.js';
import { exampleOf } from '../../shared/facts/example-of.js';
import { checkOf, type Service } from '../../shared/services/index.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import type { WireCheck, WireReport } from '../../shared/wire/report.js';
import { exampleId } from '../openapi/schemas.js';
import { countHits, screenedBy } from '../verifications/present-screening.js';
import { CONFIDENTIALITY_NOTICE, providerSource } from '../verifications/texts.js';

const CREATED_AT = '2026-09-01T08:00:00.123Z';
const REFERENCE = '<PROVIDER_REFERENCE>';

/** A complete report of a service, about nobody: the source of every example of a report. */
export function exampleReport(service: Service): WireReport {
  const credits = PRICE_LIST.credits[service.code];
  const checks = service.checks.map((code) => exampleCheck(checkOf(code)));
  const [only, ...others] = checks;
  const subject = maskSubject(service.input.example);
  return {
    request_id: exampleId('verification'),
    status: 'completed',
    service_code: service.code,
    subject,
    credits_reserved: 0,
    credits_charged: credits,
    created_at: CREATED_AT,
    completed_at: '2026-09-01T08:00:01.456Z',
    service_label: service.label,
    category: service.category,
    idempotency_key: '6b1f0a52-3a57-4f0e-9c56-0d7a8d5f1c11',
    purpose: 'Pre-employment check, agreed in writing on 1 September 2026',
    submitted_by: 'agent@client.example',
    submitted_by_name: 'An Agent',
    provider_source: providerSource(service.code),
    confidentiality_notice: CONFIDENTIALITY_NOTICE,
    ...(only?.service_code === 'aml_screening' && { screened: screenedBy(subject, {}) }),
    result: {
      ...exampleResult(service),
      provider_reference: checks.map(() => REFERENCE).join(', '),
      ...(only?.service_code === 'aml_screening' && only.details !== null && countHits(only.details)),
      ...(only !== undefined && others.length === 0 && { details: only.details }),
    },
    consent: {
      authority_confirmed: true,
      charge_approved: true,
      biometric_consent: service.biometricConsentRequired,
      credits_approved: credits,
      recorded_at: CREATED_AT,
      recorded_by: exampleId('user'),
      channel: 'api',
      evidence_hash: 'a3'.repeat(32),
    },
    checks,
    billing: { reason: 'result', release: PRICE_LIST.release, entry_ids: [exampleId('walletEntry')] },
  };
}

function exampleCheck({ code, finding, facts }: ReturnType<typeof checkOf>): WireCheck {
  const { label, outcome } = finding;
  return { service_code: code, label, status: 'completed', outcome, details: exampleOf(facts) };
}

function exampleResult(service: Service): Pick<NonNullable<WireReport['result']>, 'label' | 'outcome'> {
  const checks = service.checks.map((code) => ({
    ...checkOf(code).finding,
    status: 'completed' as const,
    reviewReason: null,
  }));
  const result = resultOfChecks(service, checks);
  if (result?.status !== 'completed') throw new Error('Bug: an example of a report is completed');
  return { label: result.label, outcome: result.outcome };
}
