import type { EntryKind } from '../domain/ledger.js';
import type { ServiceCode } from '../services/index.js';
import type { WirePage } from './page.js';

/** The credits of a client (contract 5). */
export interface WireWallet {
  balance: number;
  /** Held by open verifications; part of the balance. */
  reserved: number;
  /** Available to reserve: balance less reserved. */
  available: number;
  /** The client is notified when its credits fall below this; null if never. */
  low_balance_threshold: number | null;
  updated_at: string;
}

/** One line of the ledger (contract 5). */
export interface WireWalletEntry {
  entry_id: string;
  kind: EntryKind;
  /** Positive, except in an adjustment, which is signed. */
  amount: number;
  balance_delta: number;
  reserved_delta: number;
  balance_after: number;
  reserved_after: number;
  /** The verification that moved the credits, if one did. */
  request_id: string | null;
  /** The service of that verification. */
  service_code: ServiceCode | null;
  note: string | null;
  created_at: string;
}

export type WireWalletEntries = WirePage<WireWalletEntry>;
