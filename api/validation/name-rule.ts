import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import type { Problem } from './rules.js';
import { type Length, TrimmedText, validateText } from './text-rules.js';

const NAMES_SOMEBODY: Problem = {
  code: 'personal_data',
  message: 'Must not contain an identity number, because names are stored in plain text. Remove the number.',
};

/**
 * A name given to a key, a client, a person or a device: like `Text`, but without an identity number (contract 17),
 * because names appear in lists, mails and reports, and the audit log keeps them beyond every erasure.
 */
export function Name(limits: Length, { optional = false } = {}): PropertyDecorator {
  return TrimmedText(limits, (value) => validateName(value, limits), optional);
}

function validateName(value: unknown, limits: Length): Problem | undefined {
  const problem = validateText(value, limits);
  if (problem !== undefined) return problem;
  return holdsIdentityNumber(value as string, { separated: true }) ? NAMES_SOMEBODY : undefined;
}
