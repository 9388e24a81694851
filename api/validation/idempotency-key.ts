import type { FieldFault } from '../../shared/domain/faults.js';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import type { JsonSchema } from '../openapi/json-schema.js';

/** Printable ASCII (contract 4.1). */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Whether a text may stand in a key; a blank one, or one that names a person, is refused all the same. */
export function isKeyText(text: string): boolean {
  return KEY.test(text);
}

/** The form of an idempotency key. */
export const IDEMPOTENCY_KEY: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^ *[!-~][ -~]*$',
};

/**
 * Validates a key sent in the body, in the header Idempotency-Key, or in both, and appends any problem to the faults
 * (contract 4.1). The key is usable only if there was none; with `optional` the key may be absent, which gives ''.
 */
export function validateIdempotencyKey(
  inBody: unknown,
  inHeaders: readonly string[],
  faults: FieldFault[],
  { optional = false } = {},
): string {
  const refuse = (code: string, message: string): string => {
    faults.push({ field: 'idempotency_key', code, message });
    return '';
  };
  if (inHeaders.length > 1) return refuse('repeated', 'Send the header Idempotency-Key only once.');
  const key = inHeaders[0] ?? inBody;
  if (key === undefined) {
    if (optional) return '';
    return refuse(
      'required',
      'Send one key per request, in the header Idempotency-Key or as the field idempotency_key.',
    );
  }
  if (inBody !== undefined && key !== inBody) {
    return refuse(
      'mismatch',
      'The header Idempotency-Key and the field idempotency_key differ. Send only one of them, or the same value in both.',
    );
  }
  if (typeof key !== 'string') return refuse('invalid_type', 'The key must be a string.');
  if (!isKeyText(key))
    return refuse('invalid_text', 'The key must have 1 to 255 printable ASCII characters.');
  if (key.trim() === '') {
    return refuse('required', 'The key must not be blank. Send one key per request.');
  }
  if (holdsIdentityNumber(key)) {
    return refuse(
      'personal_data',
      'The key must not contain an identity number, because keys are stored in plain text. Use a random one.',
    );
  }
  return key;
}
