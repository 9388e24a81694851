import type { Role } from '../domain/roles.js';
import type { SpendingLimits } from '../domain/spending.js';
import type { WireClientFigures } from './home.js';
import type { WireWalletEntry } from './wallet.js';

/** A client as admins see it (contract 6). */
export interface WireClient {
  client_id: string;
  name: string;
  suspended: boolean;
  low_balance_threshold: number | null;
  /** Days that settled verifications keep their personal data; null keeps them until they are erased. */
  retention_days: number | null;
  /** Its spending limits. */
  limits: SpendingLimits;
  /** Of the last 30 days, in UTC. */
  figures: Omit<WireClientFigures, 'client_id' | 'name'>;
  created_at: string;
}

/** An account of a client or of staff (contract 6). */
export interface WireUser {
  user_id: string;
  email: string;
  role: Role;
  suspended: boolean;
  name: string | null;
  /** As in the team; null for someone who never signed in. */
  last_seen_at: string | null;
  /** The spending limits of a client's user; absent for staff, who spend nothing. */
  limits?: SpendingLimits;
}

/** The answer to a new account and to a reset: the only ones that contain the temporary password. */
export interface WireUserWithPassword extends WireUser {
  temporary_password: string;
}

/** The ledger entry of a top-up or an adjustment. */
export interface WireCreditMove extends WireWalletEntry {
  /** Present and true if the key had already moved these credits. */
  idempotent_replay?: true;
}
