import { fromPublicId } from '../../shared/domain/ids.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { arrayOf, id } from '../openapi/schemas.js';
import { findRepeated, validateEntries } from '../validation/nested-rules.js';
import { REQUIRED, type Rule } from '../validation/rules.js';

/** As many cases as a page of the list holds. */
const MAX_REQUESTS = 100;

/** The rule, as far as a schema can express it. */
export const REQUEST_IDS: JsonSchema = arrayOf(id('verification'), MAX_REQUESTS, {
  minItems: 1,
  uniqueItems: true,
});

/** Validates a list of verification ids: at least one, at most a page, without duplicates. */
export function validateRequestIds(value: unknown): ReturnType<Rule> {
  if (value === undefined || value === null) return REQUIRED;
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_REQUESTS) {
    return { code: 'invalid_type', message: `Must be a list of 1 to ${MAX_REQUESTS} request ids.` };
  }
  const problems = validateEntries(value, (id) =>
    typeof id === 'string' && fromPublicId('verification', id) !== undefined
      ? undefined
      : { code: 'invalid_request_id', message: 'Must be a request_id from the list of reviews.' },
  );
  return problems ?? findRepeated(value, 'List every request id only once.');
}
