import { INPUT_TYPES } from '../../../shared/domain/input-type.js';
import type { ParameterName } from '../../../shared/domain/parameters.js';
import { SERVICES, type Service } from '../../../shared/services/index.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { bodySchema } from '../../openapi/dto-schema.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import { constant, named, oneOfNamed, oneOfWords, schemaName } from '../../openapi/schemas.js';
import { CreateVerificationBody } from '../submission/create-request.js';
import { GAP, SUBJECT_SCHEMAS } from './subject-schemas.js';

/** The part of the body common to all services. */
const ANY_SERVICE = bodySchema(CreateVerificationBody, {
  purpose: {
    description: 'The specific lawful purpose; recorded and shown on the report. No identity numbers.',
    examples: ['Pre-employment check, agreed in writing on 1 September 2026'],
  },
  reference: {
    description:
      'Your own name for the case, shown on the report and in lists, files and events. No identity numbers.',
    examples: ['Lease 17 / applicant 2'],
  },
  if_duplicate: {
    description:
      '`accept` by default. `refuse` returns a 409 with the `request_id` if the same service, subject and parameters were requested before: still open, or completed within `duplicate_days`. Of two such requests at the same instant, one is accepted.',
  },
  duplicate_days: {
    description: 'For how many days a completed request counts as a duplicate; 30 by default.',
  },
  authority_confirmed: { description: 'You have consent or another lawful authority.' },
  charge_approved: { description: 'You approve the displayed price.' },
  biometric_consent: { description: 'Explicit consent to the use of the ID photograph; recorded as given.' },
  idempotency_key: {
    description:
      'One key per check, here or in the header Idempotency-Key; if both are sent, they must be equal. Never an identity number.',
    examples: ['6b1f0a52-3a57-4f0e-9c56-0d7a8d5f1c11'],
  },
  credits_approved: {
    description: 'The price that was approved. If the price has changed since, the request is refused.',
  },
});

const PARAMETER_SCHEMAS: Readonly<Record<ParameterName, JsonSchema>> = {
  entity: oneOfWords(['person', 'company'], { default: 'person' }),
  country: {
    type: 'string',
    pattern: '^[A-Za-z]{2}$',
    maxLength: 2,
    default: 'ZA',
    description: 'ISO 3166-1 alpha-2.',
  },
  dataset: oneOfWords(['all', 'sanctions', 'pep'], { default: 'all' }),
  vin: {
    type: 'string',
    maxLength: 40,
    pattern: `^(?:${GAP}[A-HJ-NPR-Za-hj-npr-z0-9]){17}${GAP}$`,
    description: 'Vehicle identification number: 17 letters and digits without I, O and Q.',
    examples: ['TESTVN00000000001'],
  },
};

function requestSchemaName({ code }: Service): string {
  return `${schemaName(code)}Request`;
}

/** The schemas of what can be requested: one per service, and one per type of subject. */
export const CREATE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    INPUT_TYPES.map((type) => [
      schemaName(type),
      { ...ANY_SERVICE.properties?.subject, ...SUBJECT_SCHEMAS[type] },
    ]),
  ),
  ...Object.fromEntries(SERVICES.map((service) => [requestSchemaName(service), requestSchema(service)])),
  CreateVerificationRequest: oneOfNamed(
    'service_code',
    Object.fromEntries(SERVICES.map((service) => [service.code, requestSchemaName(service)])),
    { description: 'The request. `service_code` determines which subjects and parameters are valid.' },
  ),
};

function requestSchema(service: Service): JsonSchema {
  const { code, label, input, parameters, biometricConsentRequired } = service;
  const subjects = input.types.map((type) => named(schemaName(type)));
  const [only] = subjects;
  const consent = { ...ANY_SERVICE.properties?.biometric_consent };
  return {
    ...ANY_SERVICE,
    title: label,
    description: `${label}: ${PRICE_LIST.credits[code]} credits in release ${PRICE_LIST.release}.`,
    properties: {
      ...ANY_SERVICE.properties,
      service_code: constant(code),
      subject: subjects.length === 1 && only !== undefined ? only : { anyOf: subjects },
      parameters: parametersSchema(parameters),
      biometric_consent: biometricConsentRequired ? { ...consent, const: true } : consent,
    },
    required: [...(ANY_SERVICE.required ?? []), ...(biometricConsentRequired ? ['biometric_consent'] : [])],
  };
}

function parametersSchema(names: readonly ParameterName[]): JsonSchema {
  return {
    type: 'object',
    description:
      names.length === 0 ? 'This check takes none.' : 'Optional inputs in addition to the subject.',
    properties: Object.fromEntries(names.map((name) => [name, PARAMETER_SCHEMAS[name]])),
    additionalProperties: false,
  };
}

/** One valid request of each service. */
export const CREATE_EXAMPLES: Readonly<Record<string, unknown>> = Object.fromEntries(
  SERVICES.map((service) => [service.code, exampleOf(service)]),
);

function exampleOf({ code, input, parameters, biometricConsentRequired }: Service): Record<string, unknown> {
  return {
    service_code: code,
    subject: input.example,
    purpose: 'Pre-employment check, agreed in writing on 1 September 2026',
    authority_confirmed: true,
    charge_approved: true,
    ...(biometricConsentRequired && { biometric_consent: true }),
    ...(parameters.includes('entity') && { parameters: { entity: 'person', country: 'ZA' } }),
    ...(parameters.includes('vin') && { parameters: { vin: 'TESTVN00000000001' } }),
    credits_approved: PRICE_LIST.credits[code],
    idempotency_key: '6b1f0a52-3a57-4f0e-9c56-0d7a8d5f1c11',
  };
}
