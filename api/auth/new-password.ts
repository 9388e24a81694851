import { PASSWORD_LENGTH } from '../../shared/accounts/passwords.js';
import type { JsonSchema } from '../openapi/json-schema.js';

/**
 * The description of a new password (contract 3), in characters. The rule of its field is wider: the route judges the
 * length together with the e-mail address, once it knows whose account it is.
 */
export const NEW_PASSWORD: JsonSchema = {
  format: 'password',
  description: 'Not the e-mail address.',
  minLength: PASSWORD_LENGTH.min,
  maxLength: PASSWORD_LENGTH.max,
};
