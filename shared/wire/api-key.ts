import type { KeyScope } from '../domain/key-scopes.js';
import type { Mode } from '../domain/mode.js';
import type { SpendingLimits } from '../domain/spending.js';

/** An API key as its client sees it: never the key itself (contract 3 and 11). */
export interface WireApiKey {
  api_key_id: string;
  /** The first characters of the key, by which a person tells keys apart. */
  prefix: string;
  name: string;
  mode: Mode;
  /** What it may be used for. */
  scopes: KeyScope[];
  /** From where, as networks in CIDR notation; empty for everywhere. */
  allowed_addresses: string[];
  /** How much may be spent with it. */
  limits: SpendingLimits;
  created_at: string;
  /** Up to half a minute old; null until the key is used. */
  last_used_at: string | null;
  /** Null for a key that does not expire. */
  expires_at: string | null;
  /** Until when what the key was before it was rotated works too; null when that is over. */
  replaced_until: string | null;
}

/** The answer to making a key or rotating it: the only one that ever holds it. */
export interface WireNewApiKey extends WireApiKey {
  api_key: string;
}

export interface WireApiKeys {
  data: WireApiKey[];
}
