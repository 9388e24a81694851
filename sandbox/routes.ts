import { DEFAULT_REPORT_TYPES } from '../shared/config/report-types.js';
import type { InputType } from '../shared/domain/input-type.js';
import { withDefaults } from '../shared/domain/parameters.js';
import { CHECKS, type Check, type CheckCode, serviceOf } from '../shared/services/index.js';
import { type Invent, inventionOf } from '../shared/simulation/facts.js';
import { PHOTO_BASE64 } from '../shared/simulation/photo.js';
import { routeOf, SUBJECT_FIELDS } from '../worker/providers/upstream/routes/index.js';
import { onTheWire } from './on-the-wire.js';

/** One kind of report: its request, and its answer (architecture 5). */
export interface Route {
  readonly path: `/${string}`;
  readonly reportType?: string;
  /** The request field with the subject, and its type. */
  readonly subjectField: string;
  readonly inputType: InputType;
  /** Our service that uses this route: its rules define which subjects and parameters are well-formed. */
  readonly serviceCode: CheckCode;
  readonly requiredFields: readonly string[];
  readonly optionalFields: readonly string[];
  /** A match on a watch list is bad news; everywhere else a match confirms the subject. */
  readonly matchIsNegative: boolean;
  /** How the provider reports that nothing is on file: both forms of architecture 4 occur, so both are covered. */
  readonly noRecordAs: 'status' | 'not_found';
  readonly facts: Invent;
  /** What answers without facts nevertheless contain, because their schema requires it. */
  readonly bareFacts: (subject: string) => Record<string, unknown>;
}

/** What of a kind of report does not follow from the adapter: how this provider answers. */
type Answering = Pick<Route, 'noRecordAs' | 'bareFacts'>;

const USUAL: Answering = { noRecordAs: 'status', bareFacts: () => ({}) };
const REPEATS_ID_NUMBER = { bareFacts: (idNumber: string) => ({ idNumber }) };

/** Where it answers otherwise than usual. */
const ANSWERING: Readonly<Partial<Record<CheckCode, Partial<Answering>>>> = {
  identity_check: REPEATS_ID_NUMBER,
  said_verification: REPEATS_ID_NUMBER,
  marital_status: REPEATS_ID_NUMBER,
  alive_status: REPEATS_ID_NUMBER,
  refugee_verification: { noRecordAs: 'not_found', bareFacts: (fileNumber) => ({ fileNumber }) },
  aml_screening: { bareFacts: () => ({ hits: [] }) },
  consumer_trace: { noRecordAs: 'not_found' },
  property_search: { noRecordAs: 'not_found' },
  cipc_company: {
    noRecordAs: 'not_found',
    bareFacts: (registrationNumber) => ({ name: 'Unknown (invented)', registrationNumber }),
  },
  cipc_director: { noRecordAs: 'not_found' },
  vehicle_check: {
    noRecordAs: 'not_found',
    bareFacts: (registrationNumber) => ({ registrationNumber }),
  },
};

/** The facts of a service in wire format, with the photograph if one requires consent. */
function factsOf(code: CheckCode): Invent {
  const facts = onTheWire(inventionOf(code));
  if (!serviceOf(code).biometricConsentRequired) return facts;
  return (subject, specials) => ({ ...facts(subject, specials), photo: PHOTO_BASE64 });
}

function routesOf({ code, input, parameters, screening }: Check): Route[] {
  const { path, reportType } = routeOf(code);
  const requiredFields = Object.keys(withDefaults({ parameters }, {}));
  return input.types.map((inputType) => ({
    path,
    ...(reportType !== undefined && { reportType: reportType(DEFAULT_REPORT_TYPES) }),
    subjectField: SUBJECT_FIELDS[inputType],
    inputType,
    serviceCode: code,
    requiredFields,
    optionalFields: parameters.filter((name) => !requiredFields.includes(name)),
    matchIsNegative: screening,
    ...USUAL,
    ...ANSWERING[code],
    facts: factsOf(code),
  }));
}

/** The reports that the adapters ask for: requests are read as the service table of the tests states them. */
export const ROUTES: readonly Route[] = CHECKS.filter(({ provider }) => provider === 'upstream').flatMap(
  routesOf,
);

/** The provider's paths. */
export const PROVIDER_PATHS: readonly string[] = [...new Set(ROUTES.map(({ path }) => path))];
