import {
  DEFAULT_KEY_SCOPES,
  inScopeOrder,
  KEY_SCOPES,
  type KeyScope,
} from '../../shared/domain/key-scopes.js';
import { MODES, type Mode } from '../../shared/domain/mode.js';
import type { SpendingLimits } from '../../shared/domain/spending.js';
import { endOfPeriod } from '../http/period.js';
import { Limits } from '../spending/limits-rule.js';
import { Name } from '../validation/name-rule.js';
import { findRepeated, validateEntries } from '../validation/nested-rules.js';
import { OneOf, type Problem, type Rule, Validate } from '../validation/rules.js';
import { NOT_TEXT } from '../validation/text-rules.js';
import { MAX_ADDRESS_RANGE_LENGTH, MAX_ADDRESS_RANGES, readAddressRange } from './address-range.js';

const SCOPES_SCHEMA = {
  type: 'array',
  items: { type: 'string', enum: KEY_SCOPES },
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  uniqueItems: true,
} as const;

const ADDRESSES_SCHEMA = {
  type: 'array',
  items: { type: 'string', maxLength: MAX_ADDRESS_RANGE_LENGTH, pattern: '^[0-9A-Fa-f:.]+/[0-9]+$' },
  maxItems: MAX_ADDRESS_RANGES,
  uniqueItems: true,
} as const;

/** The body of POST /api/v1/api-keys (contract 3 and 11). */
export class CreateApiKeyBody {
  @Name({ min: 1, max: 100 })
  name!: string;

  /** Absent or null: the key is valid until it is deleted. */
  @Validate(validateExpiry, { type: ['string', 'null'], maxLength: 35 })
  expires_at?: string | null;

  /** The token's mode by default: a live session may create keys of both (contract 12). */
  @OneOf(MODES, { optional: true })
  mode?: Mode;

  @Validate(validateScopes, SCOPES_SCHEMA)
  scopes?: string[];

  @Validate(validateAddresses, ADDRESSES_SCHEMA)
  allowed_addresses?: string[];

  @Limits()
  limits?: Partial<SpendingLimits>;
}

/** The body of PATCH /api/v1/api-keys/{id}: absent members stay as they are. */
export class PatchApiKeyBody {
  @Name({ min: 1, max: 100 }, { optional: true })
  name?: string;

  @Validate(validateScopes, SCOPES_SCHEMA)
  scopes?: string[];

  @Validate(validateAddresses, ADDRESSES_SCHEMA)
  allowed_addresses?: string[];

  @Limits()
  limits?: Partial<SpendingLimits>;
}

/** The moment of a validated `expires_at`; a date alone means its last millisecond. */
export function expiryOf({ expires_at }: CreateApiKeyBody): Date | null {
  return (typeof expires_at === 'string' && parse(expires_at)) || null;
}

/** The scopes of a validated body, in canonical order. */
export function scopesOf({ scopes }: CreateApiKeyBody): KeyScope[] {
  return inScopeOrder(scopes ?? DEFAULT_KEY_SCOPES);
}

/** The ranges of a validated body, in canonical form. */
export function rangesOf(addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => readAddressRange(address) ?? []);
}

function validateExpiry(value: unknown): Problem | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') {
    return {
      code: 'invalid_type',
      message: 'Must be a string, or be omitted for a key that does not expire.',
    };
  }
  const moment = parse(value);
  if (moment === undefined) {
    const message = 'Must be an RFC 3339 time, for example 2030-09-01T08:00:00Z, or a date.';
    return { code: 'invalid_moment', message };
  }
  if (moment.getTime() > Date.now()) return undefined;
  return { code: 'not_in_future', message: 'Must be in the future.' };
}

function parse(text: string): Date | undefined {
  const reading = endOfPeriod(text);
  return reading.ok ? reading.value : undefined;
}

const NOT_A_LIST: Problem = { code: 'invalid_type', message: 'Must be a list of strings, or be omitted.' };

function validateScopes(value: unknown): ReturnType<Rule> {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return NOT_A_LIST;
  const known = KEY_SCOPES.join(', ');
  if (value.length === 0) return { code: 'required', message: `Use one or more of ${known}.` };
  const problems = validateEntries(value, (scope) =>
    KEY_SCOPES.some((name) => name === scope)
      ? undefined
      : { code: 'invalid_choice', message: `Must be one of ${known}.` },
  );
  return problems ?? findRepeated(value, 'List each scope only once.');
}

function validateAddresses(value: unknown): ReturnType<Rule> {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return NOT_A_LIST;
  if (value.length > MAX_ADDRESS_RANGES) {
    return { code: 'too_long', message: `Must have at most ${MAX_ADDRESS_RANGES} entries.` };
  }
  const problems = validateEntries(value, validateAddress);
  // In canonical form, entry by entry: all of them can be read by now.
  return problems ?? findRepeated(value.map(readAddressRange), 'List each network only once.');
}

function validateAddress(entry: unknown): Problem | undefined {
  if (typeof entry !== 'string') return NOT_TEXT;
  if (readAddressRange(entry) !== undefined) return undefined;
  const message =
    'Must be a network in CIDR notation, for example 203.0.113.0/24 or 2001:db8::/32, with no bits set after the prefix. A single address ends in /32 or /128.';
  return { code: 'invalid_address_range', message };
}
