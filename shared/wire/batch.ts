import type { BatchReason, BatchStatus, RowState } from '../domain/batch.js';
import type { FieldFault } from '../domain/faults.js';
import type { Outcome } from '../domain/outcome.js';

/** A batch as shown in lists (contract 13). */
export interface WireBatch {
  batch_id: string;
  status: BatchStatus;
  /** Why it is paused, or was cancelled by the service. */
  reason: BatchReason | null;
  /** Null if the file name contains a subject. */
  file_name: string | null;
  rows: number;
  /** Rows that can be submitted, including duplicates. */
  valid_rows: number;
  faulty_rows: number;
  duplicate_rows: number;
  /** The charge for all valid rows. */
  credits: number;
  release: string;
  /** Public id of the user or API key; null until it is started. */
  submitted_by: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** What that user or key is called, or the address of a user without a name; null until it is started. */
  submitted_by_name: string | null;
}

/** The answer to an upload, and to every change of a batch. */
export interface WireNewBatch extends WireBatch {
  /** Columns of the file that were not recognised. */
  ignored_columns: string[];
}

/** A batch and its progress. */
export interface WireBatchProgress extends WireBatch {
  /** The charge for its valid rows without the duplicates. */
  credits_without_duplicates: number;
  /** The charge for the rows not yet submitted, by the current price list; resuming approves it. */
  credits_waiting: number;
  biometric_consent_required: boolean;
  counts: Record<RowState, number>;
  /** The share of submittable rows that are settled, from 0 to 1. */
  progress: number;
  /** Seconds until the last row is settled at the pace so far; null if that cannot be estimated. */
  eta_seconds: number | null;
}

/** A row, without its content: once submitted, it shows what the history shows of its verification. */
export interface WireBatchRow {
  row: number;
  state: RowState;
  service_code: string | null;
  request_id: string | null;
  /** Masked. This and the following members are null until the row is submitted. */
  subject: string | null;
  reference: string | null;
  outcome: Outcome | null;
  /** The request that asked for the same, if any. */
  duplicate_of: string | null;
  faults: FieldFault[];
}
