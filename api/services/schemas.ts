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
    type: oneOfWords(INPUT_TYPES, { description: 'The most common of `types`.' }),
    types: arrayOf(oneOfWords(INPUT_TYPES), INPUT_TYPES.length, {
      description: 'All kinds of subject that the service accepts.',
    }),
    label: text(100),
    hint: text(200),
    example: text(200),
  }),
  credits: integer(0, 10_000, { description: 'The price in this release.' }),
  biometric_consent_required: boolean(),
  checks: arrayOf(oneOfWords(CHECK_CODES), CHECK_CODES.length, {
    description: 'The parts of a bundle, or the service itself.',
  }),
  parameters: arrayOf(oneOfWords(PARAMETER_NAMES), PARAMETER_NAMES.length),
  state: constant('connected'),
  health: oneOfWords(['operational', 'degraded', 'down'], {
    description:
      'What the workers saw of the upstream route in the last five minutes. `degraded`: some workers have stopped calling it, all calls failed, or at least two calls and a tenth of all calls did. A request to a service that is down is still accepted, and stays pending until the route is back.',
  }),
};

const SERVICE_IN_FULL = object<WireServiceInFull>({
  ...MEMBERS,
  description: text(1000, { description: 'What is checked, where, and what for.' }),
  source: text(1000, { description: 'The kind of register or database that is consulted.' }),
  facts: {
    type: 'object',
    description:
      'A JSON Schema (draft 2020-12) of `result.details` or, for a bundle, of the details of each part by its `service_code`. The `title` of each fact is its label. Facts that the source does not state are absent.',
    additionalProperties: true,
  },
  example: named('Report'),
  turnaround: nullable(named('Turnaround')),
});

const TURNAROUND = object<WireTurnaround>(
  {
    p50_ms: integer(1, 2_147_483_647, { description: 'The median.' }),
    p95_ms: integer(1, 2_147_483_647, { description: 'The 95th percentile.' }),
    since: moment({ description: 'The start of the first day that is counted.' }),
  },
  {
    description:
      'How long verifications took that were completed in the last seven days without a review, rounded to tenths of a second; at most a minute old. Null while nothing is known.',
  },
);

const SERVICE_LIST = object<WireServices>({
  release: text(20, { description: 'The price list in force.' }),
  data: arrayOf(named('Service'), SERVICE_CODES.length),
  capabilities: arrayOf(
    object<WireServices['capabilities'][number]>({ label: text(100), state: constant('not_connected') }),
    20,
    {
      description:
        'Checks that other services offer but that are not available here; they have no service code.',
    },
  ),
});

/** The named schemas of services. */
export const SERVICE_SCHEMAS = {
  Service: object<WireService>(MEMBERS),
  ServiceInFull: SERVICE_IN_FULL,
  Turnaround: TURNAROUND,
  ServiceList: SERVICE_LIST,
};
