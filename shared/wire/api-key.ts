/** An API key as its client sees it: never the key itself (contract 3). */
export interface WireApiKey {
  api_key_id: string;
  /** The first characters of the key, by which a person tells keys apart. */
  prefix: string;
  name: string;
  created_at: string;
  /** Up to half a minute old; null until the key is used. */
  last_used_at: string | null;
  /** Null for a key that stands until it is deleted. */
  expires_at: string | null;
}

/** The answer to making a key: the only one that ever holds it. */
export interface WireNewApiKey extends WireApiKey {
  api_key: string;
}

export interface WireApiKeys {
  data: WireApiKey[];
}
