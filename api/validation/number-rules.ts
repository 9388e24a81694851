import type { JsonSchema } from '../openapi/json-schema.js';
import { type Problem, REQUIRED, Validate } from './rules.js';

/** The problem of an optional number that is something else. */
export const NOT_A_NUMBER: Problem = {
  code: 'invalid_type',
  message: 'Must be a whole number, or be omitted.',
};

/** A whole number from `min` to `max`, or absent; with `nullable` it may be null. */
export function OptionalInteger(range: Range, { nullable = false } = {}): PropertyDecorator {
  const type = nullable ? (['integer', 'null'] as const) : 'integer';
  return Validate(
    (value) =>
      value === undefined || (nullable && value === null)
        ? undefined
        : validateInteger(value, range, NOT_A_NUMBER.message),
    { ...integerSchema(range), type },
  );
}

/** A whole number from `min` to `max`. */
export function RequiredInteger(range: Range): PropertyDecorator {
  return Validate((value) => validateRequired(value, range), integerSchema(range));
}

/** A whole number from `min` to `max`, but not 0. */
export function NonZeroInteger(range: Range): PropertyDecorator {
  return Validate(
    (value) =>
      value === 0 ? { code: 'out_of_range', message: 'Must not be 0.' } : validateRequired(value, range),
    { ...integerSchema(range), not: { const: 0 } },
  );
}

// All our ranges fit into 32 bits.
function integerSchema({ min, max }: Range): JsonSchema {
  return { type: 'integer', format: 'int32', minimum: min, maximum: max };
}

interface Range {
  min: number;
  max: number;
}

function validateRequired(value: unknown, range: Range): Problem | undefined {
  if (value === undefined || value === null) return REQUIRED;
  return validateInteger(value, range, 'Must be a whole number.');
}

function validateInteger(value: unknown, { min, max }: Range, messageForOthers: string): Problem | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    return { code: 'invalid_type', message: messageForOthers };
  }
  if (value >= min && value <= max) return undefined;
  return { code: 'out_of_range', message: `Must be from ${min} to ${max}.` };
}
