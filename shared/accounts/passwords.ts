import { type Algorithm, hash, type Options, verify } from '@node-rs/argon2';
import type { FieldFault } from '../domain/faults.js';
import { isPlainText, trimSpace } from '../domain/plain-text.js';

// The library declares this enum in its types only.
const ARGON2ID = 2 as Algorithm;

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane; tens of milliseconds. */
const COST: Options = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of discarded random bytes: the password given for a nonexistent account is compared with it. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bz6Uj9a++sPupCWYQdh2nA$Rj2ft2IUyhcMi4VwxANURCuuka00JEeZRPzdDKjNEu8';

/** Length of a password in characters (contract 3); nothing is ever truncated. */
export const PASSWORD_LENGTH = { min: 12, max: 128 };

/** Hashes a password to argon2id in PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether the password is the one that was hashed. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/**
 * What is wrong with a new password of the account with this e-mail address (contract 3), as faults of the given field.
 * Rules for text from callers apply (contract 17): a password pasted with invisible characters could never be typed
 * again. Existing passwords keep working.
 */
export function newPasswordFaults(field: string, password: string, email: string): FieldFault[] {
  if (trimSpace(password) === '') {
    return [{ field, code: 'required', message: 'Must not be blank.' }];
  }
  const length = [...password].length;
  const { min, max } = PASSWORD_LENGTH;
  const faults: FieldFault[] = [];
  if (length < min)
    faults.push({ field, code: 'too_short', message: `Must have at least ${min} characters.` });
  if (length > max) faults.push({ field, code: 'too_long', message: `Must have at most ${max} characters.` });
  if (!isPlainText(password)) {
    const message = 'Must not contain invisible characters, such as control characters.';
    faults.push({ field, code: 'invalid_text', message });
  }
  if (password.trim().toLowerCase() === email) {
    faults.push({ field, code: 'same_as_email', message: 'Must not be the e-mail address.' });
  }
  return faults;
}
