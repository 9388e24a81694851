import type { InputType } from '../shared/domain/input-type.js';
import { type CheckCode, serviceOf } from '../shared/services/index.js';
import { INVENTIONS, type Invent } from '../shared/simulation/facts.js';
import { PHOTO_BASE64 } from '../shared/simulation/photo.js';
import { onTheWire } from './on-the-wire.js';

/** One kind of report: how it is asked for, and what it answers (architecture 5). */
export interface Route {
  readonly path: `/${string}`;
  readonly reportType?: string;
  /** The field of the request that names the subject, and its type. */
  readonly subjectField: string;
  readonly inputType: InputType;
  /** Our service that uses this route: its rules say which subjects and parameters are well-formed. */
  readonly serviceCode: CheckCode;
  readonly requiredFields?: readonly string[];
  readonly optionalFields?: readonly string[];
  /** A match on a watch list is bad news; everywhere else a match confirms the subject. */
  readonly matchIsNegative?: true;
  /** How "nothing on file" is said: both forms of architecture 4 occur, so both are tried. */
  readonly noRecordAs: 'status' | 'not_found';
  readonly facts: Invent;
  /** What answers without facts carry all the same, because their schema demands it. */
  readonly bareFacts: (subject: string) => Record<string, unknown>;
}

/** A route as it is written down: what it answers follows from its service. */
type Statement = Omit<Route, 'facts'>;

function byIdNumber(route: Omit<Statement, 'subjectField' | 'inputType'>): Statement {
  return { ...route, subjectField: 'idNumber', inputType: 'sa_id_number' };
}

function homeAffairs(reportType: string, serviceCode: CheckCode): Statement {
  const bareFacts = (idNumber: string) => ({ idNumber });
  return byIdNumber({
    path: '/verify',
    reportType,
    serviceCode,
    noRecordAs: 'status',
    bareFacts,
  });
}

const NOTHING = () => ({});
const DIRECTOR = {
  path: '/cipc',
  reportType: 'director',
  serviceCode: 'cipc_director',
  noRecordAs: 'not_found',
  bareFacts: NOTHING,
} as const;

const STATED: readonly Statement[] = [
  homeAffairs('home_affairs_id_photo', 'identity_check'),
  homeAffairs('said_verification', 'said_verification'),
  homeAffairs('home_affairs_marital_status', 'marital_status'),
  homeAffairs('home_affairs_alive_status', 'alive_status'),
  {
    path: '/verify',
    reportType: 'contact_enquiry',
    subjectField: 'contactNumber',
    inputType: 'contact_number',
    serviceCode: 'phone_trace',
    noRecordAs: 'status',
    bareFacts: NOTHING,
  },
  {
    path: '/refugee-verification',
    subjectField: 'refugeeFileNumber',
    inputType: 'refugee_file_number',
    serviceCode: 'refugee_verification',
    noRecordAs: 'not_found',
    bareFacts: (fileNumber) => ({ fileNumber }),
  },
  {
    path: '/aml-screening',
    subjectField: 'name',
    inputType: 'name',
    serviceCode: 'aml_screening',
    requiredFields: ['entity', 'country', 'dataset'],
    matchIsNegative: true,
    noRecordAs: 'status',
    bareFacts: () => ({ hits: [] }),
  },
  byIdNumber({
    path: '/consumer-trace-lite',
    serviceCode: 'consumer_trace',
    noRecordAs: 'not_found',
    bareFacts: NOTHING,
  }),
  byIdNumber({
    path: '/address-lookup',
    serviceCode: 'address_lookup',
    noRecordAs: 'status',
    bareFacts: NOTHING,
  }),
  byIdNumber({
    path: '/property-search',
    serviceCode: 'property_search',
    noRecordAs: 'not_found',
    bareFacts: NOTHING,
  }),
  {
    path: '/cipc',
    reportType: 'company',
    subjectField: 'registrationNumber',
    inputType: 'company_registration_number',
    serviceCode: 'cipc_company',
    noRecordAs: 'not_found',
    bareFacts: (registrationNumber) => ({ name: 'Unknown (invented)', registrationNumber }),
  },
  byIdNumber(DIRECTOR),
  { ...DIRECTOR, subjectField: 'registrationNumber', inputType: 'company_registration_number' },
  {
    path: '/vehicle-check',
    subjectField: 'registrationNumber',
    inputType: 'vehicle_registration_number',
    serviceCode: 'vehicle_check',
    optionalFields: ['vin'],
    noRecordAs: 'not_found',
    bareFacts: (registrationNumber) => ({ registrationNumber }),
  },
];

/** The facts of a service on the wire, with the photograph where it needs consent to one. */
function factsOf(code: CheckCode): Invent {
  const facts = onTheWire(INVENTIONS[code]);
  if (!serviceOf(code).biometricConsentRequired) return facts;
  return (subject, specials) => ({ ...facts(subject, specials), photo: PHOTO_BASE64 });
}

export const ROUTES: readonly Route[] = STATED.map((route) => ({
  ...route,
  facts: factsOf(route.serviceCode),
}));

/** The provider's paths. */
export const PROVIDER_PATHS: readonly string[] = [...new Set(ROUTES.map(({ path }) => path))];
