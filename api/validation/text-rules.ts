import { Transform } from 'class-transformer';
import { isEmail } from 'class-validator';
import { hasAtMost } from '../../shared/domain/characters.js';
import { plainTextFault, trimSpace } from '../../shared/domain/plain-text.js';
import { type Problem, REQUIRED, type Rule, unlessAbsent, Validate } from './rules.js';

/** The problem of a value that must be a string. */
export const NOT_TEXT: Problem = { code: 'invalid_type', message: 'Must be a string.' };

/** The problem of a text with invisible characters, or with several lines where one is wanted. */
export function validatePlain(text: string, { lines = false } = {}): Problem | undefined {
  const message = plainTextFault(text, { lines });
  return message === undefined ? undefined : { code: 'invalid_text', message };
}

export interface Length {
  min: number;
  max: number;
}

/**
 * Validates a text of `min` to `max` characters (code points, as PostgreSQL counts them), all of them visible; with
 * `lines` it may have several lines.
 */
export function validateText(value: unknown, limits: Length, { lines = false } = {}): Problem | undefined {
  const problem = validateLength(value, limits);
  return problem ?? validatePlain(value as string, { lines });
}

/**
 * The longest password that is read: longer than any that can be set (128), so that the answer reveals nothing about
 * the account.
 */
export const MAX_PASSWORD_INPUT_LENGTH = 1_024;

/** Validates a text that is never shown, such as a password: only its length, and whether it is text at all. */
export function validateSecret(value: unknown, limits: Length): Problem | undefined {
  const problem = validateLength(value, limits);
  if (problem !== undefined) return problem;
  if (!UNSTORABLE.test(value as string)) return undefined;
  return { code: 'invalid_text', message: 'Must not contain NUL or invalid characters.' };
}

// PostgreSQL cannot store NUL, and half a surrogate pair is not a character in UTF-8.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

function validateLength(value: unknown, { min, max }: Length): Problem | undefined {
  if (value === undefined || value === null) return REQUIRED;
  if (typeof value !== 'string') return NOT_TEXT;
  if (value === '' && min > 0) return REQUIRED;
  if (hasAtMost(value, min - 1))
    return { code: 'too_short', message: `Must have at least ${min} characters.` };
  if (!hasAtMost(value, max)) return { code: 'too_long', message: `Must have at most ${max} characters.` };
  return undefined;
}

/**
 * A text of `min` to `max` characters, trimmed first; with `optional` it may be absent, with `lines` it may have
 * several lines.
 */
export function Text(limits: Length, { optional = false, lines = false } = {}): PropertyDecorator {
  return TrimmedText(limits, (value) => validateText(value, limits, { lines }), optional);
}

/** A text that `rule` validates after trimming; with `optional` it may be absent. */
export function TrimmedText({ min, max }: Length, rule: Rule, optional: boolean): PropertyDecorator {
  return both(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? trimSpace(value) : value)),
    Validate(unlessAbsent(rule, optional), { type: 'string', minLength: min, maxLength: max }),
  );
}

// RFC 5321 4.5.3.1.3, as in the schema.
const MAX_EMAIL_LENGTH = 254;

/** An e-mail address, trimmed and lower-cased as accounts store it. */
export function Email(): PropertyDecorator {
  return both(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? trimSpace(value).toLowerCase() : value,
    ),
    Validate(validateEmail, { type: 'string', format: 'email', maxLength: MAX_EMAIL_LENGTH }),
  );
}

/**
 * In an address they may only stand between quotes, and whatever sends a mail puts a space in their place: links would
 * go to another mailbox.
 */
const NOT_SENT = '<>';

/** Validates an e-mail address that is already trimmed and lower-cased. */
export function validateEmail(value: unknown): Problem | undefined {
  const problem = validateText(value, { min: 1, max: MAX_EMAIL_LENGTH });
  if (problem !== undefined || isEmail(value, { blacklisted_chars: NOT_SENT })) return problem;
  return { code: 'invalid_email', message: 'Must be an e-mail address, for example person@example.test.' };
}

/** A text that is never shown, taken exactly as typed; with `optional` it may be absent. */
export function Secret(limits: Length, { optional = false } = {}): PropertyDecorator {
  return Validate(
    unlessAbsent((value) => validateSecret(value, limits), optional),
    { type: 'string', minLength: limits.min, maxLength: limits.max },
  );
}

function both(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, propertyName) => {
    for (const decorate of decorators) decorate(target, propertyName);
  };
}
