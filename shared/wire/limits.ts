import type { Limited, LimitPeriod } from '../domain/spending.js';

/** The use of a spending limit (contract 11). */
export interface WireLimit {
  of: Limited;
  period: LimitPeriod;
  /** Credits that may be spent per period. */
  credits: number;
  /** Credits reserved or charged in the present period. */
  used: number;
  /** When the next period begins. */
  resets_at: string;
}

/** A limit, and whom it applies to. */
export interface WireLimitOf extends WireLimit {
  /** Id of the client, user or API key. */
  id: string;
  /** The name of the client or key; the e-mail address of a user. */
  name: string;
  /** The name of a user, if known; null for clients and keys. */
  person: string | null;
}

export interface WireLimits {
  data: WireLimitOf[];
}
