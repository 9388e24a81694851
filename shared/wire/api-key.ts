import type { KeyScope } from '../domain/key-scopes.js';
import type { Mode } from '../domain/mode.js';
import type { SpendingLimits } from '../domain/spending.js';

/** An API key as its client sees it: never the key itself (contract 3 and 11). */
export interface WireApiKey {
  api_key_id: string;
  /** The first characters of the key, by which people tell keys apart. */
  prefix: string;
  name: string;
  mode: Mode;
  /** What it may be used for. */
  scopes: KeyScope[];
  /** The networks it may be used from, in CIDR notation; empty for anywhere. */
  allowed_addresses: string[];
  /** The spending limits of the key. */
  limits: SpendingLimits;
  created_at: string;
  /** Up to half a minute old; null until the key is used. */
  last_used_at: string | null;
  /** Null for a key that does not expire. */
  expires_at: string | null;
  /** Until when the secret before the last rotation is still accepted; null if it is not. */
  replaced_until: string | null;
}

/** The answer to creating or rotating a key: the only ones that contain it. */
export interface WireNewApiKey extends WireApiKey {
  api_key: string;
}

export interface WireApiKeys {
  data: WireApiKey[];
}
