import type { Outcome } from '../domain/outcome.js';
import type { Status } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';
import type { WireLimit } from './limits.js';
import type { Health, WireTurnaround } from './services.js';

/** An earlier verification that asked for the same. */
export interface WireDuplicate {
  request_id: string;
  status: Status;
  outcome: Outcome | null;
  created_at: string;
  completed_at: string | null;
}

/** A spending limit and what is left of it. */
export interface WirePreflightLimit extends WireLimit {
  /** Before this submission. */
  left: number;
}

/** What a submission would encounter (contract 10). */
export interface WirePreflight {
  service_code: ServiceCode;
  /** The charge. */
  credits: number;
  /** What would be available once the charge is reserved; negative if it cannot be. */
  available_after: number;
  /** The spending limit with the least left; null if none is set. */
  limit: WirePreflightLimit | null;
  route: {
    health: Health;
    /** How long the service has taken recently; null while unknown. */
    turnaround: WireTurnaround | null;
  };
  /** Newest first. */
  duplicates: WireDuplicate[];
}
