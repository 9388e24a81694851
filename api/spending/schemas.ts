import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { LIMIT_PERIODS, LIMITED, type SpendingLimits } from '../../shared/domain/spending.js';
import type { WireLimit } from '../../shared/wire/limits.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { integer, moment, nullable, object, oneOfWords, type Properties } from '../openapi/schemas.js';

const CREDITS = integer(0, MAX_CREDITS);

/** The limits set for someone. */
export const LIMITS_SCHEMA: JsonSchema = object<SpendingLimits>(
  { per_day: nullable(CREDITS), per_month: nullable(CREDITS) },
  { description: 'How many credits can be spent per day and per month in UTC; null for no limit.' },
);

/** What a request may state about limits. */
export const LIMITS_FIELD = {
  description:
    'How many credits can be spent per day and per month in UTC. Null removes a limit, and an absent one stays unchanged. Credits already spent in the current period count.',
  examples: [{ per_day: 500, per_month: null }],
};

/** How much of a limit is used, member by member. */
export const LIMIT: Properties<WireLimit> = {
  of: oneOfWords(LIMITED),
  period: oneOfWords(LIMIT_PERIODS),
  credits: integer(0, MAX_CREDITS, { description: 'How many credits can be spent in the period.' }),
  used: integer(0, 2_147_483_647, {
    description: 'How many credits are reserved or charged in the period. Released credits no longer count.',
  }),
  resets_at: moment({ description: 'When the next period begins.' }),
};

/** A limit as an example. */
export const LIMIT_EXAMPLE: WireLimit = {
  of: 'client',
  period: 'day',
  credits: 500,
  used: 120,
  resets_at: '2026-09-02T00:00:00.000Z',
};
