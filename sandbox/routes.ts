import type { InputType } from '../shared/domain/input-type.js';
import type { CheckCode } from '../shared/services/index.js';
import * as facts from '../shared/simulation/facts.js';
import { PHOTO_BASE64 } from '../shared/simulation/photo.js';
import { onTheWire } from './on-the-wire.js';

/** The provider's paths (architecture 5). */
export const PROVIDER_PATHS = [
  '/verify',
  '/refugee-verification',
  '/aml-screening',
  '/consumer-trace-lite',
  '/address-lookup',
  '/property-search',
  '/cipc',
  '/vehicle-check',
] as const;
export type ProviderPath = (typeof PROVIDER_PATHS)[number];

/** One kind of report: how it is asked for, and what it answers (architecture 5). */
export interface Route {
  readonly path: ProviderPath;
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
  readonly facts: (subject: string, specials: facts.Specials) => Record<string, unknown>;
  /** What answers without facts carry all the same, because their schema demands it. */
  readonly bareFacts: (subject: string) => Record<string, unknown>;
}

type IdRoute = Pick<Route, 'path' | 'serviceCode' | 'noRecordAs' | 'facts' | 'bareFacts'> & {
  reportType?: string;
};

function byIdNumber(route: IdRoute): Route {
  return { ...route, subjectField: 'idNumber', inputType: 'sa_id_number' };
}

function homeAffairs(reportType: string, serviceCode: CheckCode, read: Route['facts']): Route {
  const bareFacts = (idNumber: string) => ({ idNumber });
  return byIdNumber({
    path: '/verify',
    reportType,
    serviceCode,
    noRecordAs: 'status',
    facts: read,
    bareFacts,
  });
}

const photoFacts: Route['facts'] = (idNumber, specials) => ({
  ...onTheWire(facts.identityFacts)(idNumber, specials),
  photo: PHOTO_BASE64,
});

const NOTHING = () => ({});
const TRACE = { facts: onTheWire(facts.traceFacts), bareFacts: NOTHING } as const;
const DIRECTOR = {
  path: '/cipc',
  reportType: 'director',
  serviceCode: 'cipc_director',
  noRecordAs: 'not_found',
  facts: onTheWire(facts.directorshipFacts),
  bareFacts: NOTHING,
} as const;

export const ROUTES: readonly Route[] = [
  homeAffairs('home_affairs_id_photo', 'identity_check', photoFacts),
  homeAffairs('said_verification', 'said_verification', onTheWire(facts.identityFacts)),
  homeAffairs('home_affairs_marital_status', 'marital_status', onTheWire(facts.maritalFacts)),
  homeAffairs('home_affairs_alive_status', 'alive_status', onTheWire(facts.identityFacts)),
  {
    path: '/verify',
    reportType: 'contact_enquiry',
    subjectField: 'contactNumber',
    inputType: 'contact_number',
    serviceCode: 'phone_trace',
    noRecordAs: 'status',
    ...TRACE,
  },
  {
    path: '/refugee-verification',
    subjectField: 'refugeeFileNumber',
    inputType: 'refugee_file_number',
    serviceCode: 'refugee_verification',
    noRecordAs: 'not_found',
    facts: onTheWire(facts.refugeeFacts),
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
    facts: onTheWire(facts.screeningFacts),
    bareFacts: () => ({ hits: [] }),
  },
  byIdNumber({
    path: '/consumer-trace-lite',
    serviceCode: 'consumer_trace',
    noRecordAs: 'not_found',
    ...TRACE,
  }),
  byIdNumber({ path: '/address-lookup', serviceCode: 'address_lookup', noRecordAs: 'status', ...TRACE }),
  byIdNumber({
    path: '/property-search',
    serviceCode: 'property_search',
    noRecordAs: 'not_found',
    facts: onTheWire(facts.propertyFacts),
    bareFacts: NOTHING,
  }),
  {
    path: '/cipc',
    reportType: 'company',
    subjectField: 'registrationNumber',
    inputType: 'company_registration_number',
    serviceCode: 'cipc_company',
    noRecordAs: 'not_found',
    facts: onTheWire(facts.companyFacts),
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
    facts: onTheWire(facts.vehicleFacts),
    bareFacts: (registrationNumber) => ({ registrationNumber }),
  },
];
