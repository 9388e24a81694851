import { MAX_CREDITS } from '../../../shared/domain/ledger.js';
import { STATUSES } from '../../../shared/domain/states.js';
import { SERVICES } from '../../../shared/services/index.js';
import type { WireDuplicate, WirePreflight, WirePreflightLimit } from '../../../shared/wire/preflight.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import {
  arrayOf,
  exampleId,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
} from '../../openapi/schemas.js';
import { LIMIT, LIMIT_EXAMPLE } from '../../spending/schemas.js';
import { OUTCOME } from './verification-schemas.js';

/** What a preflight says, as an example. */
export const EXAMPLE_PREFLIGHT: WirePreflight = {
  service_code: 'said_verification',
  credits: 5,
  available_after: 9_990,
  limit: { ...LIMIT_EXAMPLE, left: 380 },
  route: {
    health: 'operational',
    turnaround: { p50_ms: 850, p95_ms: 2_400, since: '2026-11-16T00:00:00.000Z' },
  },
  duplicates: [
    {
      request_id: exampleId('verification'),
      status: 'completed',
      outcome: 'positive',
      created_at: '2026-09-01T08:00:00.123Z',
      completed_at: '2026-09-01T08:00:01.456Z',
    },
  ],
};

/** The schemas of a preflight's answer. */
export const PREFLIGHT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Preflight: object<WirePreflight>({
    service_code: oneOfWords(SERVICES.map(({ code }) => code)),
    credits: integer(0, MAX_CREDITS, { description: 'The charge.' }),
    available_after: integer(-MAX_CREDITS, MAX_CREDITS, {
      description:
        'The credits that would be available after the reservation; negative if there are too few.',
    }),
    limit: nullable(named('PreflightLimit')),
    route: object<WirePreflight['route']>({
      health: oneOfWords(['operational', 'degraded', 'down']),
      turnaround: nullable(named('Turnaround')),
    }),
    duplicates: arrayOf(named('Duplicate'), 5, {
      description: 'Requests with the same service, subject and parameters, newest first.',
    }),
  }),
  PreflightLimit: object<WirePreflightLimit>(
    {
      ...LIMIT,
      left: integer(0, MAX_CREDITS, { description: 'The credits left before this submission.' }),
    },
    { description: 'The spending limit with the fewest credits left.' },
  ),
  Duplicate: object<WireDuplicate>({
    request_id: id('verification'),
    status: oneOfWords(STATUSES),
    outcome: nullable(OUTCOME),
    created_at: moment(),
    completed_at: nullable(moment()),
  }),
};
