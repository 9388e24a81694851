import { INPUT_TYPES } from '../../shared/domain/input-type.js';
import { PARAMETER_NAMES } from '../../shared/domain/parameters.js';
import { CHECK_CODES, SERVICE_CODES } from '../../shared/services/index.js';
import type {
  WireService,
  WireServiceInFull,
  WireServices,
  WireTurnaround,
} from '../../shared/wire/services.js';
import {
  arrayOf,
  boolean,
  constant,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  type Properties,
  text,
} from '../openapi/schemas.js';

const MEMBERS: Properties<WireService> = {
  service_code: oneOfWords(SERVICE_CODES),
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
  parameters: arrayOf(oneOfWords(PARAMETER_NAMES), PARAMETER_NAMES.length),
  state: constant('connected'),
  health: oneOfWords(['operational', 'degraded', 'down'], {
    description:
      'What the workers saw of the upstream route in the last five minutes. `degraded`: some of them leave it alone, all calls failed, or two of them and a tenth. A request to a service that is down is still accepted, and stays pending until the route is back.',
  }),
};

const SERVICE_IN_FULL = object<WireServiceInFull>({
  ...MEMBERS,
  description: text(1000, { description: 'What is asked where, and what it is good for.' }),
  source: text(1000, { description: 'The kind of register or database that is asked.' }),
  facts: {
    type: 'object',
    description:
      'A JSON Schema (draft 2020-12) with the label of every fact as its `title`: of `result.details`, or for a bundle of the details of each part by its `service_code`. What the source does not state is absent.',
    additionalProperties: true,
  },
  example: named('Report'),
  turnaround: nullable(named('Turnaround')),
});

const TURNAROUND = object<WireTurnaround>(
  {
    p50_ms: integer(1, 2_147_483_647, { description: 'Half of them took no longer.' }),
    p95_ms: integer(1, 2_147_483_647, { description: 'Nineteen of twenty took no longer.' }),
    since: moment({ description: 'The start of the first day that counts.' }),
  },
  {
    description:
      'How long the verifications took that were completed in the last seven days without a review, to a tenth; a minute old at most. Null while nothing is known.',
  },
);

const SERVICE_LIST = object<WireServices>({
  release: text(20, { description: 'The price list in force.' }),
  data: arrayOf(named('Service'), SERVICE_CODES.length),
  capabilities: arrayOf(
    object<WireServices['capabilities'][number]>({ label: text(100), state: constant('not_connected') }),
    20,
    { description: 'Named, but not to be had: they have no service code.' },
  ),
});

/** The named schemas of services. */
export const SERVICE_SCHEMAS = {
  Service: object<WireService>(MEMBERS),
  ServiceInFull: SERVICE_IN_FULL,
  Turnaround: TURNAROUND,
  ServiceList: SERVICE_LIST,
};
