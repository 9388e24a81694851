import type { RecordFact, ValueOf } from '../facts/fact.js';
import { addressLookup } from './address-lookup.js';
import { aliveStatus } from './alive-status.js';
import { amlScreening } from './aml-screening.js';
import { cipcCompany } from './cipc-company.js';
import { cipcDirector } from './cipc-director.js';
import { consumerTrace } from './consumer-trace.js';
import { employeeBundle } from './employee-bundle.js';
import { identityCheck } from './identity-check.js';
import { kycBundle } from './kyc-bundle.js';
import { maritalStatus } from './marital-status.js';
import { phoneTrace } from './phone-trace.js';
import { propertySearch } from './property-search.js';
import { refugeeVerification } from './refugee-verification.js';
import { saidVerification } from './said-verification.js';
import type { CallProvider, CheckStatement, ProviderName, Statement } from './service.js';
import { vehicleCheck } from './vehicle-check.js';

// Order, labels and categories are those of the specification.
const STATED = [
  identityCheck,
  saidVerification,
  refugeeVerification,
  employeeBundle,
  kycBundle,
  addressLookup,
  consumerTrace,
  phoneTrace,
  propertySearch,
  maritalStatus,
  aliveStatus,
  amlScreening,
  cipcCompany,
  cipcDirector,
  vehicleCheck,
] as const;
type Stated = (typeof STATED)[number];
type StatedCheck = Extract<Stated, { facts: unknown }>;

export type { CallProvider, ProviderName };

export type ServiceCode = Stated['code'];
/** Services that are one unit of provider work; bundles consist of these. */
export type CheckCode = StatedCheck['code'];
/** The checks that a provider answers. */
export type ChecksOf<Name extends ProviderName> = Extract<StatedCheck, { provider: Name }>['code'];
export type Service = Statement<ServiceCode, CheckCode>;
export type Check = CheckStatement<CheckCode, RecordFact>;
/** The facts of a check, as far as its source states them. */
export type FactsOf<Code extends CheckCode> = ValueOf<Extract<StatedCheck, { code: Code }>['facts']>;
/** The facts of a check with every one named: those that the source does not state are present but undefined. */
export type Gathered<Code extends CheckCode> = Unstated<FactsOf<Code>>;
type Unstated<T> = T extends (infer Item)[]
  ? Unstated<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Unstated<T[Name]> | undefined }
    : T;

/** The connected services. */
export const SERVICES: readonly Service[] = STATED;
/** The services that are a single unit of provider work. */
export const CHECKS: readonly Check[] = STATED.filter((service) => 'facts' in service);
/** The codes of all services, in the order of the list. */
export const SERVICE_CODES: readonly ServiceCode[] = SERVICES.map(({ code }) => code);
/** The codes of all checks, in the same order. */
export const CHECK_CODES: readonly CheckCode[] = CHECKS.map(({ code }) => code);

/** The services with a photograph of the subject, which is what they need biometric consent for (contract 4.1). */
export const PHOTO_SERVICES: readonly ServiceCode[] = SERVICES.filter(
  ({ biometricConsentRequired }) => biometricConsentRequired,
).map(({ code }) => code);
/** The services that are screenings (contract 9). */
export const SCREENINGS: readonly ServiceCode[] = SERVICES.filter(({ screening }) => screening).map(
  ({ code }) => code,
);

const BY_CODE: ReadonlyMap<string, Service> = new Map(SERVICES.map((service) => [service.code, service]));
const CHECK_BY_CODE: ReadonlyMap<string, Check> = new Map(CHECKS.map((check) => [check.code, check]));

/** Returns the service of a code as a caller wrote it, or undefined. */
export function findService(code: string): Service | undefined {
  return BY_CODE.get(code);
}

/** Returns the service of a code that the compiler or the database guarantees to exist. Throws otherwise. */
export function serviceOf(code: ServiceCode): Service {
  return known(code, BY_CODE.get(code));
}

/** Returns the check of a code known to exist. Throws otherwise. */
export function checkOf(code: CheckCode): Check {
  return known(code, CHECK_BY_CODE.get(code));
}

function known<T>(code: string, found: T | undefined): T {
  if (found === undefined) throw new Error(`Bug: unknown service code in our own data: ${code}`);
  return found;
}

/** Capabilities the specification names without a service code: shown, never sold (contract 4.5). */
export const CAPABILITIES_NOT_CONNECTED: readonly string[] = [
  'Face match',
  'Age estimate',
  'Passive liveness',
  'Document authentication',
  'Smart ID card scanning',
  "Driver's licence barcode verification",
  'Vehicle licence disc scanning',
  'Pan-African ID verification',
];
