import { PRICE_LIST } from '../../shared/domain/price-list.js';
import {
  CAPABILITIES_NOT_CONNECTED,
  type InputType,
  SERVICES,
  type Service,
} from '../../shared/domain/services.js';
import { type UpstreamPath, upstreamPathOf } from '../../shared/domain/upstream-paths.js';
import type { Health, WireService, WireServices } from '../../shared/wire/services.js';

/** The service list with the charges of this release (contract 4.5). */
export function presentServices(health: Readonly<Record<UpstreamPath, Health>>): WireServices {
  return {
    release: PRICE_LIST.release,
    data: SERVICES.map((service) => presentService(service, health)),
    capabilities: CAPABILITIES_NOT_CONNECTED.map((label) => ({ label, state: 'not_connected' })),
  };
}

function presentService(service: Service, health: Readonly<Record<UpstreamPath, Health>>): WireService {
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
    health: worst(service.checks.map((check) => health[upstreamPathOf(check)])),
  };
}

/** What each input type is called on a form. */
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

/** A bundle is as well as the worst of its parts: it is not done before all of them are. */
function worst(parts: readonly Health[]): Health {
  return WORST_FIRST.find((health) => parts.includes(health)) ?? 'operational';
}
