import { echoName } from '../../shared/domain/echo-name.js';
import { MAX_UNKNOWN_FIELDS } from '../../shared/domain/faults.js';
import { isObject } from '../../shared/domain/is-object.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { LIMIT_PERIODS, type SpendingLimits } from '../../shared/domain/spending.js';
import { type Problem, type Rule, Validate } from '../validation/rules.js';

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

function validateLimits(value: unknown): ReturnType<Rule> {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    return { code: 'invalid_type', message: 'Must be an object with per_day and per_month, or be omitted.' };
  }
  const known = NAMES.flatMap((at) => {
    const problem = validateCredits(value[at]);
    return problem === undefined ? [] : [{ at, ...problem }];
  });
  const unknown = Object.keys(value).filter((name) => !NAMES.some((one) => one === name));
  const problems = [
    ...known,
    ...unknown.slice(0, MAX_UNKNOWN_FIELDS).map((name) => ({ at: echoName(name), ...UNKNOWN })),
  ];
  return problems.length === 0 ? undefined : problems;
}

const UNKNOWN: Problem = {
  code: 'unknown_field',
  message: `Remove it: limits can only have ${NAMES.join(' and ')}.`,
};

function validateCredits(credits: unknown): Problem | undefined {
  if (credits === undefined || credits === null) return undefined;
  if (!Number.isSafeInteger(credits)) {
    return { code: 'invalid_type', message: 'Must be a whole number of credits, or null for no limit.' };
  }
  if ((credits as number) >= 0 && (credits as number) <= MAX_CREDITS) return undefined;
  return { code: 'out_of_range', message: `Must be from 0 to ${MAX_CREDITS} credits.` };
}
