import { factSchema } from '../../../shared/facts/fact-schema.js';
import { CHECK_CODES, CHECKS, type CheckCode } from '../../../shared/services/index.js';
import type {
  WireBilling,
  WireCheckOf,
  WireConsent,
  WireReport,
  WireReportResult,
  WireScreened,
} from '../../../shared/wire/report.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import {
  arrayOf,
  boolean,
  constant,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfNamed,
  oneOfWords,
  optional,
  type Properties,
  schemaName,
  text,
} from '../../openapi/schemas.js';
import { byStatus } from './by-status.js';
import { RESULT, STATUS, SUBMITTED_BY, SUBMITTED_BY_NAME, VERIFICATION } from './verification-schemas.js';

/** The name of the schema of what a check found, for example `IdentityCheckDetails`. */
function detailsName(code: CheckCode): string {
  return `${schemaName(code)}Details`;
}

/** The name of the schema of one part of a report, for example `IdentityCheckPart`. */
function partName(code: CheckCode): string {
  return `${schemaName(code)}Part`;
}

function partSchema<Code extends CheckCode>(code: Code): JsonSchema {
  return object<WireCheckOf<Code>>({
    service_code: constant(code),
    label: nullable(
      text(300, { description: 'Null until the part is completed, like outcome and details.' }),
    ),
    status: STATUS,
    outcome: nullable(oneOfWords(['positive', 'negative', 'no_record', 'rejected', 'closed'])),
    details: nullable(named(detailsName(code))),
  });
}

/** The members of a report. */
export const REPORT: Properties<WireReport> = {
  ...VERIFICATION,
  service_label: text(100),
  category: text(50),
  idempotency_key: text(255),
  purpose: text(500, { description: 'As recorded when the request was made.' }),
  submitted_by: SUBMITTED_BY,
  submitted_by_name: SUBMITTED_BY_NAME,
  provider_source: text(1000, { description: 'The kind of register that was consulted.' }),
  confidentiality_notice: text(1000),
  screened: optional(
    object<WireScreened>(
      { name: text(200), entity: text(10), country: text(2), dataset: text(10) },
      { description: 'Only for aml_screening: what was screened, with the name masked.' },
    ),
  ),
  result: optional(named('ReportResult')),
  consent: named('Consent'),
  checks: arrayOf(named('Check'), 10, {
    description: 'The parts of the verification; a single service has one.',
  }),
  billing: named('Billing'),
};

/** The named schemas of reports. */
export const REPORT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(CHECKS.map(({ code, facts }) => [detailsName(code), factSchema(facts)])),
  ...Object.fromEntries(CHECK_CODES.map((code) => [partName(code), partSchema(code)])),
  Check: oneOfNamed('service_code', Object.fromEntries(CHECK_CODES.map((code) => [code, partName(code)]))),
  Details: {
    description:
      'What a check found, as far as its source states it; `service_code` determines which facts exist.',
    anyOf: CHECK_CODES.map((code) => named(detailsName(code))),
  },
  ReportResult: object<WireReportResult>({
    ...RESULT,
    details: optional(nullable(named('Details'))),
  }),
  Consent: object<WireConsent>(
    {
      authority_confirmed: boolean(),
      charge_approved: boolean(),
      biometric_consent: boolean(),
      credits_approved: nullable(integer(1, 1_000_000)),
      recorded_at: moment(),
      recorded_by: text(30, { description: 'The id of the user or API key.' }),
      channel: oneOfWords(['api', 'portal']),
      evidence_hash: text(64, {
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 link of this record in the evidence chain of the client.',
      }),
    },
    { description: 'What was confirmed when the request was made, as recorded then.' },
  ),
  Billing: object<WireBilling>({
    reason: oneOfWords(['result', 'no_record', 'review_completed', 'rejected', 'closed', 'held'], {
      description: 'Why the credits were charged, reserved or released.',
    }),
    release: text(20, { description: 'The price list under which the request was accepted.' }),
    entry_ids: arrayOf(id('walletEntry'), 10, { description: 'Its ledger lines, oldest first.' }),
  }),
  ...byStatus('Report', REPORT),
};
