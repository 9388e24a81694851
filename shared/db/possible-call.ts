import { REPEATABLE_CALL_STATES } from '../domain/states.js';

/**
 * SQL condition on provider_calls that a call may have been received and paid for. While one exists, no other call of
 * its check may be made: the unique index provider_calls_one_possible_of_check has the same condition.
 */
export const POSSIBLE_CALL = `state NOT IN (${REPEATABLE_CALL_STATES.map((state) => `'${state}'`).join(', ')})`;

/**
 * That index, as the target of ON CONFLICT. A statement that names it fails where it is gone or half built, when
 * nothing else would keep two calls of a check apart.
 */
export const ONE_POSSIBLE_CALL = `(check_id, (CASE WHEN ${POSSIBLE_CALL} THEN true END))`;
