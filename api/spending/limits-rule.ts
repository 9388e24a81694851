import { isObject } from '../../shared/domain/is-object.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { LIMIT_PERIODS, type SpendingLimits } from '../../shared/domain/spending.js';
import { validateMembers } from '../validation/member-rules.js';
import { type Problem, type Rule, Validate } from '../validation/rules.js';

const NAMES = LIMIT_PERIODS.map((period) => `per_${period}` as keyof SpendingLimits);
const RULES = Object.fromEntries(NAMES.map((name) => [name, validateCredits]));
const CREDITS = { type: ['integer', 'null'], format: 'int32', minimum: 0, maximum: MAX_CREDITS } as const;

/** Spending limits in credits, or absent; null removes one, and an absent one stays as it is. */
export function Limits(): PropertyDecorator {
  return Validate(validateLimits, {
    type: 'object',
    properties: Object.fromEntries(NAMES.map((name) => [name, CREDITS])),
    additionalProperties: false,
  });
}

function validateLimits(value: unknown): ReturnType<Rule> {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    return { code: 'invalid_type', message: 'Must be an object with per_day and per_month, or be omitted.' };
  }
  return validateMembers(value, RULES);
}

function validateCredits(credits: unknown): Problem | undefined {
  if (credits === undefined || credits === null) return undefined;
  if (!Number.isSafeInteger(credits)) {
    return { code: 'invalid_type', message: 'Must be a whole number of credits, or null for no limit.' };
  }
  if ((credits as number) >= 0 && (credits as number) <= MAX_CREDITS) return undefined;
  return { code: 'out_of_range', message: `Must be from 0 to ${MAX_CREDITS} credits.` };
}
