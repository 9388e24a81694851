import type { Limited, LimitPeriod } from '../domain/spending.js';

/** How far a spending limit is used (contract 11). */
export interface WireLimit {
  of: Limited;
  period: LimitPeriod;
  /** How many credits may be spent in the period. */
  credits: number;
  /** How many are: reserved or charged. */
  used: number;
  /** When the next period begins. */
  resets_at: string;
}

/** A limit with whom it binds. */
export interface WireLimitOf extends WireLimit {
  /** Id of the client, user or API key. */
  id: string;
  /** Of the client or key; the e-mail address of a user. */
  name: string;
}

export interface WireLimits {
  data: WireLimitOf[];
}
