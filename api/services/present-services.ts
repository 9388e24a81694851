import type { InputType } from '../../shared/domain/input-type.js';
import { factSchema } from '../../shared/facts/fact-schema.js';
import {
  CAPABILITIES_NOT_CONNECTED,
  type CheckCode,
  checkOf,
  SERVICES,
  type Service,
} from '../../shared/services/index.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import type {
  Health,
  WireService,
  WireServiceInFull,
  WireServices,
  WireTurnaround,
} from '../../shared/wire/services.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { openSchema } from '../openapi/open-answers.js';
import { exampleReport } from './example-report.js';

/** The service list with the charges of this release (contract 4.5). */
export function presentServices(health: Readonly<Record<CheckCode, Health>>): WireServices {
  return {
    release: PRICE_LIST.release,
    data: SERVICES.map((service) => presentService(service, health)),
    capabilities: CAPABILITIES_NOT_CONNECTED.map((label) => ({ label, state: 'not_connected' })),
  };
}

function presentService(service: Service, health: Readonly<Record<CheckCode, Health>>): WireService {
  return {
    service_code: service.code,
    label: service.label,
    category: service.category,
    input: presentInput(service.input),
    credits: PRICE_LIST.credits[service.code],
    biometric_consent_required: service.biometricConsentRequired,
    checks: [...service.checks],
    parameters: [...service.parameters],
    state: 'connected',
    health: healthOfService(service, health),
  };
}

/** One service with the facts it returns, an example and its turnaround (contract 9). */
export function presentServiceInFull(
  service: Service,
  health: Readonly<Record<CheckCode, Health>>,
  turnaround: WireTurnaround | null,
): WireServiceInFull {
  return {
    ...presentService(service, health),
    description: service.description,
    source: service.source,
    facts: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...openSchema(factsSchema(service)) },
    example: exampleReport(service),
    turnaround,
  };
}

/** The schema of `result.details`; a bundle has no details of its own, so it names those of each of its parts. */
function factsSchema({ label, checks }: Service): JsonSchema {
  const schemas = checks.map((code) => [code, factSchema(checkOf(code).facts)] as const);
  const [only, ...others] = schemas;
  if (only !== undefined && others.length === 0) return only[1];
  return {
    title: label,
    type: 'object',
    properties: Object.fromEntries(schemas),
    additionalProperties: false,
  };
}

/** The label of each input type on a form. */
const INPUT_LABELS: Readonly<Record<InputType, string>> = {
  sa_id_number: 'Identity number',
  refugee_file_number: 'Permit file number',
  contact_number: 'Phone number',
  company_registration_number: 'Company registration number',
  vehicle_registration_number: 'Vehicle registration number',
  name: 'Full name',
};

function presentInput({ types, hint, example }: Service['input']): WireService['input'] {
  const [type] = types;
  if (type === undefined) throw new Error('Bug: a service takes no subject');
  const label = types.map((name) => INPUT_LABELS[name]).join(' or ');
  return { type, types: [...types], label, hint, example };
}

const WORST_FIRST: readonly Health[] = ['down', 'degraded', 'operational'];

/** A bundle is only as healthy as its least healthy part: it completes when all of them have. */
export function healthOfService({ checks }: Service, health: Readonly<Record<CheckCode, Health>>): Health {
  const parts = checks.map((check) => health[check]);
  return WORST_FIRST.find((wanted) => parts.includes(wanted)) ?? 'operational';
}
