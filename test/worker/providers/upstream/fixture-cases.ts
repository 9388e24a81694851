import type { CheckCode } from '../../../../shared/services/index.js';
import type { CheckInput } from '../../../../worker/providers/types.js';
import { checkInput } from '../../../support/check-inputs.js';
import { REGISTER_CASES } from './register-cases.js';

/** A fixture, the check it answers, and what it means: the outcome or class, and the label or reason. */
export type Case = readonly [fixture: string, check: CheckInput, expected: string];

type Row = readonly [fixture: string, check: CheckCode | CheckInput, expected: string];
const byCompany = checkInput('cipc_director', { inputType: 'company_registration_number' });

/** The envelope faults and answers that every service has, by the prefix of its fixtures. */
const SERVICES: readonly [prefix: string, code: CheckCode, noRecord: string][] = [
  [
    'verify/identity-',
    'identity_check',
    'no_record: No record of this identity number in the population register',
  ],
  ['verify/phone-', 'phone_trace', 'no_record: No trace record for this contact number'],
  [
    'refugee-verification/',
    'refugee_verification',
    'no_record: No record of this refugee or asylum file number',
  ],
  ['aml-screening/', 'aml_screening', 'no_record: No screening record for this name'],
  ['consumer-trace-lite/', 'consumer_trace', 'no_record: No trace record for this identity number'],
  ['address-lookup/', 'address_lookup', 'no_record: No address record for this identity number'],
  ['property-search/', 'property_search', 'no_record: No property record for this identity number'],
  ['cipc/company-', 'cipc_company', 'no_record: No company under this registration number'],
  ['cipc/director-', 'cipc_director', 'no_record: No directorship record under this number'],
  ['vehicle-check/', 'vehicle_check', 'no_record: No vehicle under this registration number'],
];
const COMMON = SERVICES.flatMap(([prefix, code, noRecord]): Row[] => [
  [`${prefix}no-record`, code, noRecord],
  [`${prefix}inconclusive`, code, 'uncertain: inconclusive'],
  [`${prefix}wrong-subject`, code, 'uncertain: wrong_subject'],
  [`${prefix}missing-reference`, code, 'uncertain: wrong_schema'],
  [`${prefix}unknown-status`, code, 'uncertain: wrong_schema'],
  [`${prefix}wrong-types`, code, 'uncertain: wrong_schema'],
]);

const ROUTES: readonly [route: string, code: CheckCode][] = [
  ['verify', 'said_verification'],
  ['refugee-verification', 'refugee_verification'],
  ['aml-screening', 'aml_screening'],
  ['consumer-trace-lite', 'consumer_trace'],
  ['address-lookup', 'address_lookup'],
  ['property-search', 'property_search'],
  ['cipc', 'cipc_company'],
  ['vehicle-check', 'vehicle_check'],
];
const ERRORS = ROUTES.flatMap(([route, code]): Row[] => [
  [`${route}/refused-400`, code, 'refused'],
  [`${route}/refused-422`, code, 'refused'],
  [`${route}/no-record-404`, code, 'no_record: No record found'],
  [`${route}/credentials-401`, code, 'refused_for_now: credentials'],
  [`${route}/rate-limited-429`, code, 'refused_for_now: rate_limited'],
  [`${route}/server-error-500`, code, 'uncertain: server_error'],
]);

const OTHERS: readonly Row[] = [
  [
    'verify/phone-positive',
    'phone_trace',
    'positive: Contact number traced: 2 addresses, 1 contact, no employers',
  ],
  ['verify/phone-negative', 'phone_trace', 'negative: No person traced for this contact number'],
  [
    'refugee-verification/positive',
    'refugee_verification',
    'positive: Refugee or asylum file confirmed; permit status and validity are in the details',
  ],
  [
    'refugee-verification/negative',
    'refugee_verification',
    'negative: Refugee or asylum file number not confirmed',
  ],
  ['refugee-verification/wrong-file-number', 'refugee_verification', 'uncertain: wrong_subject'],
  ['refugee-verification/missing-file-number', 'refugee_verification', 'uncertain: wrong_schema'],
  ['aml-screening/positive', 'aml_screening', 'positive: Clear: no hits on the screened lists'],
  ['aml-screening/negative', 'aml_screening', 'negative: 1 possible hit on the screened lists'],
  ['aml-screening/negative-two-hits', 'aml_screening', 'negative: 2 possible hits on the screened lists'],
  ['aml-screening/match-without-hits', 'aml_screening', 'uncertain: wrong_schema'],
  ['aml-screening/no-match-with-hits', 'aml_screening', 'uncertain: wrong_schema'],
  ['aml-screening/no-record-with-hits', 'aml_screening', 'uncertain: wrong_schema'],
  ['aml-screening/missing-hits', 'aml_screening', 'uncertain: wrong_schema'],
  [
    'consumer-trace-lite/positive',
    'consumer_trace',
    'positive: Person traced: 2 addresses, 1 contact, no employers',
  ],
  [
    'consumer-trace-lite/positive-empty',
    'consumer_trace',
    'positive: Person traced: no addresses, no contacts, no employers',
  ],
  [
    'consumer-trace-lite/every-fact',
    'consumer_trace',
    'positive: Person traced: 1 address, 1 contact, 1 employer',
  ],
  ['address-lookup/every-fact', 'address_lookup', 'positive: Address record found: 1 address'],
  [
    'verify/phone-every-fact',
    'phone_trace',
    'positive: Contact number traced: 1 address, 1 contact, 1 employer',
  ],
  ['consumer-trace-lite/negative', 'consumer_trace', 'negative: No person traced for this identity number'],
  ['address-lookup/positive', 'address_lookup', 'positive: Address record found: 2 addresses'],
  ['address-lookup/positive-empty', 'address_lookup', 'positive: Address record found: no addresses'],
  ['address-lookup/negative', 'address_lookup', 'negative: No address matches this identity number'],
  ['property-search/positive', 'property_search', 'positive: Property record found: 1 property'],
  ['property-search/positive-empty', 'property_search', 'positive: Property record found: no properties'],
  ['property-search/share-in-words', 'property_search', 'positive: Property record found: 1 property'],
  [
    'property-search/negative',
    'property_search',
    'negative: No property is registered to this identity number',
  ],
  [
    'cipc/company-positive',
    'cipc_company',
    'positive: Company found in the registry; its status is in the details',
  ],
  [
    'cipc/company-negative',
    'cipc_company',
    'negative: Company registration number not confirmed by the registry',
  ],
  ['cipc/company-wrong-number', 'cipc_company', 'uncertain: wrong_subject'],
  ['cipc/company-missing-name', 'cipc_company', 'uncertain: wrong_schema'],
  ['cipc/director-positive', 'cipc_director', 'positive: Directorship record found: 1 directorship'],
  ['cipc/director-by-company-positive', byCompany, 'positive: Directorship record found: 1 directorship'],
  ['cipc/director-negative', 'cipc_director', 'negative: No directorship is registered under this number'],
  ['vehicle-check/positive', 'vehicle_check', 'positive: Vehicle found; not recorded as stolen'],
  [
    'vehicle-check/positive',
    checkInput('vehicle_check', { parameters: { vin: 'AAAAAAAAAAAAAAAA2' } }),
    'positive: Vehicle found; not recorded as stolen; its VIN is not the one given',
  ],
  ['vehicle-check/stolen', 'vehicle_check', 'negative: Vehicle found; recorded as stolen'],
  ['vehicle-check/theft-not-stated', 'vehicle_check', 'positive: Vehicle found; theft status not stated'],
  ['vehicle-check/negative', 'vehicle_check', 'negative: Vehicle registration number not confirmed'],
  ['vehicle-check/stolen-no-record', 'vehicle_check', 'uncertain: wrong_schema'],
  ['vehicle-check/wrong-registration', 'vehicle_check', 'uncertain: wrong_subject'],
  ['vehicle-check/missing-registration', 'vehicle_check', 'uncertain: wrong_schema'],
];

/** What every fixture of test/fixtures/provider means. */
export const CASES: readonly Case[] = [...COMMON, ...ERRORS, ...REGISTER_CASES, ...OTHERS].map(
  ([fixture, check, expected]) => [fixture, typeof check === 'string' ? checkInput(check) : check, expected],
);
