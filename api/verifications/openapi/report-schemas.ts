import { CHECK_CODES } from '../../../shared/domain/services.js';
import type {
  WireBilling,
  WireCheck,
  WireConsent,
  WireReport,
  WireReportResult,
} from '../../../shared/wire/report.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import {
  arrayOf,
  boolean,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  optional,
  type Properties,
  text,
} from '../../openapi/schemas.js';
import { RESULT, STATUS, VERIFICATION } from './verification-schemas.js';

// What each check reports, as far as the provider states it.
const FACTS = `Normalised facts. Those that the provider does not state are absent:

- \`identity_check\`, \`said_verification\`: id_number, surname, forenames, date_of_birth, gender, citizenship, deceased, date_of_death, marital_status, marriage_date
- \`marital_status\`: id_number, surname, forenames, deceased, date_of_death, marital_status, marriage_date
- \`alive_status\`: id_number, surname, forenames, deceased, date_of_death
- \`refugee_verification\`: file_number, surname, forenames, permit_status, valid_until
- \`address_lookup\`, \`consumer_trace\`, \`phone_trace\`: addresses, contacts, employers
- \`property_search\`: properties
- \`aml_screening\`: hits
- \`cipc_company\`: name, registration_number, status, type, registration_date, directors
- \`cipc_director\`: directorships
- \`vehicle_check\`: registration_number, make, model, year, colour, vin, engine_number, stolen, licence_expiry

New facts may be added.`;

/** The members of a report. */
export const REPORT: Properties<WireReport> = {
  ...VERIFICATION,
  service_label: text(100),
  category: text(50),
  idempotency_key: text(255),
  purpose: text(500, { description: 'As recorded when the request was made.' }),
  provider_source: text(1000, { description: 'The kind of register that was asked.' }),
  confidentiality_notice: text(1000),
  result: optional(named('ReportResult')),
  consent: named('Consent'),
  checks: arrayOf(named('Check'), 10, { description: 'The parts; a single service has one.' }),
  billing: named('Billing'),
};

/** The named schemas of reports. */
export const REPORT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Details: { type: 'object', description: FACTS, additionalProperties: true },
  ReportResult: object<WireReportResult>({ ...RESULT, details: optional(nullable(named('Details'))) }),
  Check: object<WireCheck>({
    service_code: oneOfWords(CHECK_CODES),
    label: nullable(
      text(300, { description: 'Null until the part is completed, like outcome and details.' }),
    ),
    status: STATUS,
    outcome: nullable(oneOfWords(['positive', 'negative', 'no_record', 'rejected'])),
    details: nullable(named('Details')),
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
        description: 'SHA-256: the link of this record in the evidence chain of the client.',
      }),
    },
    { description: 'What was confirmed when the request was made, as recorded then.' },
  ),
  Billing: object<WireBilling>({
    reason: oneOfWords(['result', 'no_record', 'review_completed', 'rejected', 'closed', 'held'], {
      description: 'Why the credits are where they are.',
    }),
    release: text(20, { description: 'The price list that the request was accepted under.' }),
    entry_ids: arrayOf(id('walletEntry'), 10, { description: 'Its ledger lines, oldest first.' }),
  }),
  Report: object<WireReport>(REPORT),
};
