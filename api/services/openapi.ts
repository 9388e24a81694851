import { PRICE_LIST } from '../../shared/domain/price-list.js';
import { CHECK_CODES, INPUT_TYPES, SERVICES } from '../../shared/domain/services.js';
import type { WireService, WireServices } from '../../shared/wire/services.js';
import { type FeatureDescription, json } from '../openapi/describe.js';
import { arrayOf, boolean, constant, integer, named, object, oneOfWords, text } from '../openapi/schemas.js';

const CODES = SERVICES.map(({ code }) => code);
const PARAMETERS = ['entity', 'country', 'dataset', 'vin'];

const SERVICE = object<WireService>({
  service_code: oneOfWords(CODES),
  label: text(100),
  category: text(50),
  input: object<WireService['input']>({
    type: oneOfWords(INPUT_TYPES, { description: 'The commonest of `types`.' }),
    types: arrayOf(oneOfWords(INPUT_TYPES), INPUT_TYPES.length, {
      description: 'Everything that the service takes as a subject.',
    }),
    label: text(100),
    hint: text(200),
    example: text(200),
  }),
  credits: integer(0, 10_000, { description: 'The charge of this release.' }),
  biometric_consent_required: boolean(),
  checks: arrayOf(oneOfWords(CHECK_CODES), CHECK_CODES.length, {
    description: 'The parts of a bundle; otherwise the service itself.',
  }),
  parameters: arrayOf(oneOfWords(PARAMETERS), PARAMETERS.length),
  state: constant('connected'),
  health: oneOfWords(['operational', 'degraded', 'down'], {
    description:
      'What the workers saw of the upstream route in the last minutes. A request to a service that is down is still accepted, and stays pending until the route is back.',
  }),
});

const SERVICE_LIST = object<WireServices>({
  release: text(20, { description: 'The price list in force.' }),
  data: arrayOf(named('Service'), CODES.length),
  capabilities: arrayOf(
    object<WireServices['capabilities'][number]>({ label: text(100), state: constant('not_connected') }),
    20,
    { description: 'Named, but not to be had: they have no service code.' },
  ),
});

const EXAMPLE: WireServices = {
  release: PRICE_LIST.release,
  data: [
    {
      service_code: 'said_verification',
      label: 'SA ID (Basic)',
      category: 'Identity',
      input: {
        type: 'sa_id_number',
        types: ['sa_id_number'],
        label: 'Identity number',
        hint: 'South African identity number, 13 digits',
        example: '0001010000071',
      },
      credits: PRICE_LIST.credits.said_verification,
      biometric_consent_required: false,
      checks: ['said_verification'],
      parameters: [],
      state: 'connected',
      health: 'operational',
    },
  ],
  capabilities: [{ label: 'Face match', state: 'not_connected' }],
};

/** Describes the service list. */
export const serviceDescription: FeatureDescription = {
  tag: { name: 'Services', description: 'What can be asked for, what it takes and what it costs.' },
  schemas: { Service: SERVICE, ServiceList: SERVICE_LIST },
  paths: {
    '/api/v1/services': {
      operations: {
        get: {
          operationId: 'listServices',
          summary: 'List the services with their charges',
          description: 'For every scope. Show the charge to the person who approves it.',
          access: { apiKeys: true },
          responses: {
            200: {
              description: 'All services of this release.',
              content: json(named('ServiceList'), { services: EXAMPLE }),
            },
          },
        },
      },
    },
  },
};
