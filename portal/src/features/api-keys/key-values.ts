import { DEFAULT_KEY_SCOPES, type KeyScope } from '../../../../shared/domain/key-scopes.js';
import type { Mode } from '../../../../shared/domain/mode.js';
import type { WireApiKey } from '../../../../shared/wire/api-key.js';
import { LIMIT_RULES, type LimitValues, limitsOf, limitValuesOf } from '../limits/limit-values.js';

/** The settings of a key, new or existing. */
export interface KeyValues extends LimitValues {
  name: string;
  scopes: string[];
  /** One network per line. */
  allowed_addresses: string;
  /** Only for a new key. */
  mode: string;
  /** The last day on which a new key is valid, as yyyy-mm-dd; empty if it does not expire. */
  expires_at: string;
}

/** What each scope lets a key do. */
export const SCOPE_WORDS: Readonly<Record<KeyScope, { short: string; long: string }>> = {
  submit: { short: 'Submit', long: 'Submit checks and ask what they cost' },
  read: { short: 'Read', long: 'Read checks, reports, photographs and events' },
  wallet: { short: 'Wallet', long: 'Read the wallet and its statement' },
  webhooks: { short: 'Webhooks', long: 'Manage webhooks' },
};

/** The initial values of a form. */
export function valuesOf(mode: Mode, key?: WireApiKey): KeyValues {
  return {
    name: key?.name ?? '',
    scopes: [...(key?.scopes ?? DEFAULT_KEY_SCOPES)],
    allowed_addresses: key?.allowed_addresses.join('\n') ?? '',
    ...limitValuesOf(key?.limits),
    mode,
    expires_at: '',
  };
}

/** The settings that can also be changed later, in the API's format. */
export function bodyOf({ name, scopes, allowed_addresses, ...limits }: KeyValues): object {
  return {
    name: name.trim(),
    scopes,
    allowed_addresses: networksOf(allowed_addresses),
    limits: limitsOf(limits),
  };
}

/** What can be validated without the API. */
export const KEY_RULES = {
  ...LIMIT_RULES,
  name: (value: string) => (value.trim() === '' ? 'Say which system the key is for.' : null),
  scopes: (value: string[]) => (value.length === 0 ? 'Choose at least one thing that the key may do.' : null),
};

/** A bare address is a network with a single address. */
function networksOf(typed: string): string[] {
  const given = typed.split(/[\s,;]+/).filter((entry) => entry !== '');
  return given.map((entry) => (entry.includes('/') ? entry : `${entry}/${entry.includes(':') ? 128 : 32}`));
}
