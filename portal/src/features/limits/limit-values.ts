import type { SpendingLimits } from '../../../../shared/domain/spending.js';
import { changesOf } from '../../lib/changes.js';
import { isWholeOrEmpty, wholeOrNull } from '../../lib/whole-number.js';

/** Limits as a form holds them; empty for none. */
export interface LimitValues {
  per_day: string;
  per_month: string;
}

export function limitValuesOf(limits?: SpendingLimits): LimitValues {
  return { per_day: asText(limits?.per_day), per_month: asText(limits?.per_month) };
}

/** The limits in the API's format. */
export function limitsOf({ per_day, per_month }: LimitValues): SpendingLimits {
  return { per_day: wholeOrNull(per_day), per_month: wholeOrNull(per_month) };
}

/** The limits that a form changes, in the API's format. */
export function limitChanges(before: LimitValues, after: LimitValues): Partial<SpendingLimits> {
  return changesOf(limitsOf(before), limitsOf(after));
}

const wholeNumber = (value: string) =>
  isWholeOrEmpty(value)
    ? null
    : 'Enter a whole number of credits, without commas or points, or leave this empty.';

/** What can be validated without asking the API. */
export const LIMIT_RULES = { per_day: wholeNumber, per_month: wholeNumber };

function asText(credits: number | null | undefined): string {
  return credits === null || credits === undefined ? '' : String(credits);
}
