import type { InputType } from '../../../shared/domain/input-type.js';
import type { CheckCode, ServiceCode } from '../../../shared/services/index.js';
import type { CheckInput } from '../../../worker/providers/types.js';
import { checkInput, UPSTREAM_CHECKS } from './check-inputs.js';

/** One request to the provider: where, and the body. */
interface Asked {
  path: string;
  body: Readonly<Record<string, string>>;
  /** What is special about the check; otherwise it is about its synthetic subject, without parameters. */
  of?: Partial<CheckInput>;
}

interface Row {
  types: readonly InputType[];
  credits: number;
  label: string;
  category: string;
  /** What its check asks; the first request is the usual one. */
  asks?: readonly [Asked, ...Asked[]];
  /** The checks of a bundle, in their order. */
  checks?: readonly CheckCode[];
}

type CheckRow = Row & Required<Pick<Row, 'asks'>>;
type BundleRow = Row & Required<Pick<Row, 'checks'>>;

const BY_ID = ['sa_id_number'] as const;
const ID = { idNumber: '0001010000071' };
const COMPANY = { registrationNumber: '2000/000001/07' };
const PLATE = { registrationNumber: 'TST001GP' };
const VIN = { vin: 'AAAAAAAAAAAAAAAA1' };
const NAME = { name: 'Test Subject One' };
const IN_BOTSWANA = { entity: 'company', country: 'BW', dataset: 'pep' };

const verify = (reportType: string) => ({ path: '/verify', body: { reportType, ...ID } });

// biome-ignore format: a table is read by its columns
const ROWS: Record<CheckCode, CheckRow> & Record<Exclude<ServiceCode, CheckCode>, BundleRow> = {
  identity_check: { types: BY_ID, credits: 12, label: 'ID + Photo (Real-Time)', category: 'Identity', asks: [verify('home_affairs_id_photo')] },
  said_verification: { types: BY_ID, credits: 5, label: 'SA ID (Basic)', category: 'Identity', asks: [verify('said_verification')] },
  refugee_verification: { types: ['refugee_file_number'], credits: 8, label: 'Refugee / Asylum ID', category: 'Identity', asks: [{ path: '/refugee-verification', body: { refugeeFileNumber: 'PTASYN000000001' } }] },
  employee_bundle: { types: BY_ID, credits: 20, label: 'Employee Bundle', category: 'Bundles', checks: ['said_verification', 'consumer_trace', 'cipc_director'] },
  kyc_bundle: { types: BY_ID, credits: 15, label: 'Standard KYC Bundle', category: 'Bundles', checks: ['said_verification', 'address_lookup', 'consumer_trace'] },
  address_lookup: { types: BY_ID, credits: 6, label: 'Address Lookup', category: 'Background', asks: [{ path: '/address-lookup', body: ID }] },
  consumer_trace: { types: BY_ID, credits: 7, label: 'Consumer/Person Trace', category: 'Background', asks: [{ path: '/consumer-trace-lite', body: ID }] },
  phone_trace: { types: ['contact_number'], credits: 6, label: 'Trace by Phone', category: 'Background', asks: [{ path: '/verify', body: { reportType: 'contact_enquiry', contactNumber: '+27710000001' } }] },
  property_search: { types: BY_ID, credits: 9, label: 'Property Search by ID', category: 'Property', asks: [{ path: '/property-search', body: ID }] },
  marital_status: { types: BY_ID, credits: 6, label: 'Marital Status (Real-Time)', category: 'Identity', asks: [verify('home_affairs_marital_status')] },
  alive_status: { types: BY_ID, credits: 4, label: 'Alive/Deceased Status (Real-Time)', category: 'Identity', asks: [verify('home_affairs_alive_status')] },
  aml_screening: {
    types: ['name'], credits: 10, label: 'AML/PEP/Sanctions', category: 'AML/PEP',
    asks: [
      { path: '/aml-screening', body: { ...NAME, entity: 'person', country: 'ZA', dataset: 'all' } },
      { path: '/aml-screening', body: { ...NAME, ...IN_BOTSWANA }, of: { parameters: IN_BOTSWANA } },
    ],
  },
  cipc_company: { types: ['company_registration_number'], credits: 7, label: 'Company Verification (company registry)', category: 'Company registry', asks: [{ path: '/cipc', body: { reportType: 'company', ...COMPANY } }] },
  cipc_director: {
    types: ['sa_id_number', 'company_registration_number'], credits: 7, label: 'Director Search (company registry)', category: 'Company registry',
    asks: [
      { path: '/cipc', body: { reportType: 'director', ...ID } },
      { path: '/cipc', body: { reportType: 'director', ...COMPANY }, of: { inputType: 'company_registration_number' } },
    ],
  },
  vehicle_check: {
    types: ['vehicle_registration_number'], credits: 9, label: 'Vehicle Check', category: 'Vehicle',
    asks: [
      { path: '/vehicle-check', body: PLATE },
      { path: '/vehicle-check', body: { ...PLATE, ...VIN }, of: { parameters: VIN } },
    ],
  },
};

/**
 * What the specification and contract 4.5 say of each service, in their order, written out once more so that a slip in
 * either place shows: one row per service, for all tests.
 */
export const SERVICE_TABLE: Readonly<Record<ServiceCode, Row>> = ROWS;

/** The rows with their codes. */
export const SERVICE_ROWS = Object.entries(SERVICE_TABLE) as readonly (readonly [ServiceCode, Row])[];

/** The checks of a service: those of a bundle, or the service itself. */
export function checksOf(code: ServiceCode): readonly ServiceCode[] {
  return SERVICE_TABLE[code].checks ?? [code];
}

/** The usual requests of a service, one per check. */
export function askedBy(code: ServiceCode): Asked[] {
  return checksOf(code).flatMap((check) => SERVICE_TABLE[check].asks?.slice(0, 1) ?? []);
}

/** Every request of the table to the provider of the specification, with the check that causes it. */
export const REQUESTS: readonly (Asked & { input: CheckInput })[] = UPSTREAM_CHECKS.flatMap((code) =>
  ROWS[code].asks.map((asked) => ({ ...asked, input: checkInput(code, asked.of) })),
);
