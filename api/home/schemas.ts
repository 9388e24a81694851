import { OUTCOMES } from '../../shared/domain/outcome.js';
import { SERVICES } from '../../shared/services/index.js';
import type {
  WireClientFigures,
  WireDay,
  WireFigures,
  WireFinished,
  WireHome,
  WireServiceFigures,
} from '../../shared/wire/home.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import {
  arrayOf,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  objectOf,
  oneOfWords,
  openCount,
  type Properties,
  text,
} from '../openapi/schemas.js';
import { MAX_DAYS } from './get-home.js';

const count = (description: string) => integer(0, 2_147_483_647, { description });
/** Those of all clients together may need more than 32 bits. */
const sum = (description: string) => integer(0, Number.MAX_SAFE_INTEGER, { format: 'int64', description });
const day = (description: string): JsonSchema => ({
  type: 'string',
  format: 'date',
  maxLength: 10,
  description,
});

const FIGURES: Properties<WireFigures> = {
  submitted: sum('Requests that were accepted.'),
  completed: sum('Requests that got their result, whenever they were accepted.'),
  credits: sum('Credits charged.'),
  reviewed: sum('Completed requests that support had to review.'),
  outcomes: objectOf(
    Object.fromEntries(OUTCOMES.map((outcome) => [outcome, sum('Results of this outcome.')])),
  ),
  turnaround: nullable(
    object<NonNullable<WireFigures['turnaround']>>({
      p50_ms: count('Median time to a result, in milliseconds.'),
      p95_ms: count('95th percentile of the time to a result, in milliseconds.'),
    }),
  ),
};

const SERVICE = {
  service_code: oneOfWords(SERVICES.map(({ code }) => code)),
  service_label: text(100),
};

const FINISHED = object<WireFinished>({
  request_id: id('verification'),
  ...SERVICE,
  reference: nullable(text(100)),
  subject: text(200, { description: 'Masked.' }),
  outcome: oneOfWords(OUTCOMES),
  label: text(300),
  completed_at: moment(),
});

/** What a client did in a period, and has. */
export const CLIENT_FIGURES: Properties<Omit<WireClientFigures, 'client_id' | 'name'>> = {
  submitted: sum('Requests that were accepted.'),
  completed: sum('Requests that got their result.'),
  credits: sum('Credits charged.'),
  reviewed: sum('Completed requests that support had to review.'),
  last_day: nullable(day('Day of the newest request in the period.')),
  available: count('Credits available to reserve.'),
  users: count('People with an account.'),
};

const CLIENT = object<WireClientFigures>({ client_id: id('client'), name: text(200), ...CLIENT_FIGURES });

const HOME = object<WireHome>({
  as_of: moment(),
  period: object<WireHome['period']>({ from: day('The first day.'), to: day('Today.') }),
  waiting: object<WireHome['waiting']>({
    pending: openCount('Requests in progress.'),
    manual_review: openCount('Requests under review.'),
    oldest_review_seconds: nullable(count('Age of the oldest one.')),
  }),
  totals: named('Figures'),
  days: arrayOf(named('DayFigures'), MAX_DAYS, { description: 'Every day of the period, oldest first.' }),
  services: arrayOf(named('ServiceFigures'), SERVICES.length, { description: 'Most requested first.' }),
  wallet: nullable(
    object<NonNullable<WireHome['wallet']>>({
      available: count('Credits available to reserve.'),
      low_balance_threshold: nullable(count('The client is notified below this number.')),
      credits_per_day: {
        type: 'number',
        minimum: 0,
        description: 'Credits spent per day since the first day of use.',
      },
      runs_out_on: nullable(day('When the credits will run out at this pace; null if not within a year.')),
    }),
  ),
  finished: nullable(arrayOf(FINISHED, 10, { description: 'Newest first.' })),
  clients: nullable(arrayOf(CLIENT, 100, { description: 'Clients with the most requests first.' })),
});

/** The named schemas of the start page. */
export const HOME_SCHEMAS = {
  Home: HOME,
  Figures: object<WireFigures>(FIGURES),
  ServiceFigures: object<WireServiceFigures>({ ...SERVICE, ...FIGURES }),
  DayFigures: object<WireDay>({
    day: day('In UTC.'),
    submitted: sum('Requests that were accepted.'),
    completed: sum('Requests that got their result.'),
    credits: sum('Credits charged.'),
  }),
};
