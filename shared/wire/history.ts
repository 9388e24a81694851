import type { Outcome } from '../domain/outcome.js';
import type { Status } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';
import type { WirePage } from './page.js';

/** One line of the history (contract 4.4). */
export interface WireHistoryEntry {
  request_id: string;
  created_at: string;
  service_code: ServiceCode;
  service_label: string;
  reference: string | null;
  purpose: string;
  /** E-mail address of the user, or name of the API key; null if unknown. */
  submitted_by: string | null;
  /** What that user is called; null for an API key, and if unknown. */
  submitted_by_name: string | null;
  /** Masked. */
  subject: string;
  status: Status;
  credits_reserved: number;
  credits_charged: number;
  result: { label: string; outcome: Outcome } | null;
}

export type WireHistory = WirePage<WireHistoryEntry>;
