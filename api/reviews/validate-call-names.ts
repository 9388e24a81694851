import type { JsonSchema } from '../openapi/json-schema.js';
import { arrayOf, text } from '../openapi/schemas.js';
import { validateEntries } from '../validation/nested-rules.js';
import type { Rule } from '../validation/rules.js';

/** As many calls as a case shows. */
const MAX_CALLS = 1_000;
/** Of an id and a word. */
const MAX_NAME_LENGTH = 60;

/** The rule, as far as a schema can express it. */
export const CALL_NAMES: JsonSchema = arrayOf(text(MAX_NAME_LENGTH), MAX_CALLS);

/** Validates the names of the calls to write off, which may be absent: a list as the case gave it. */
export function validateCallNames(value: unknown): ReturnType<Rule> {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > MAX_CALLS) {
    const message = 'Must be the list calls_to_write_off as the case gives it, or be omitted.';
    return { code: 'invalid_type', message };
  }
  return validateEntries(value, (name) =>
    typeof name === 'string' && name.length <= MAX_NAME_LENGTH
      ? undefined
      : { code: 'invalid_type', message: 'Must be an entry of calls_to_write_off as the case gives it.' },
  );
}
