import { isObject } from '../../shared/domain/is-object.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { LIMIT_PERIODS, type SpendingLimits } from '../../shared/domain/spending.js';
import { type Problem, Validate } from '../validation/rules.js';

const NAMES = LIMIT_PERIODS.map((period) => `per_${period}` as keyof SpendingLimits);
const CREDITS = { type: ['integer', 'null'], format: 'int32', minimum: 0, maximum: MAX_CREDITS } as const;

/** Spending limits in credits, or absent; null removes one, and an absent one stays as it is. */
export function Limits(): PropertyDecorator {
  return Validate(validateLimits, {
    type: 'object',
    properties: Object.fromEntries(NAMES.map((name) => [name, CREDITS])),
    additionalProperties: false,
  });
}

function validateLimits(value: unknown): Problem | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    return { code: 'invalid_type', message: 'Must be an object with per_day and per_month, or be omitted.' };
  }
  if (!Object.keys(value).every((name) => NAMES.some((known) => known === name))) {
    return { code: 'unknown_field', message: `Can only have ${NAMES.join(' and ')}.` };
  }
  const credits: unknown[] = Object.values(value).filter((amount) => amount !== null);
  if (!credits.every((amount) => Number.isSafeInteger(amount))) {
    return { code: 'invalid_type', message: 'Must be a whole number of credits, or null for no limit.' };
  }
  if (credits.every((amount) => (amount as number) >= 0 && (amount as number) <= MAX_CREDITS))
    return undefined;
  return { code: 'out_of_range', message: `Must be from 0 to ${MAX_CREDITS} credits.` };
}
