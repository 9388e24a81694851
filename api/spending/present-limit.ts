import { type Limit, periodEnd } from '../../shared/domain/spending.js';
import type { WireLimit } from '../../shared/wire/limits.js';

/** A limit as callers see it (contract 11). */
export function presentLimit({ of, period, startsOn, credits, used }: Limit): WireLimit {
  return { of, period, credits, used, resets_at: periodEnd(period, startsOn).toISOString() };
}
