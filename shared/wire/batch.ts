import type { BatchReason, BatchStatus, RowState } from '../domain/batch.js';
import type { FieldFault } from '../domain/faults.js';
import type { Outcome } from '../domain/outcome.js';

/** A batch as lists have it (contract 13). */
export interface WireBatch {
  batch_id: string;
  status: BatchStatus;
  /** Why it pauses, or was cancelled by the service. */
  reason: BatchReason | null;
  /** Null when the name of the file says whom it is about. */
  file_name: string | null;
  rows: number;
  /** Rows that can be submitted, duplicates among them. */
  valid_rows: number;
  faulty_rows: number;
  duplicate_rows: number;
  /** What all valid rows cost. */
  credits: number;
  release: string;
  submitted_by: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
}

/** The answer to an upload, and to whatever changes a batch. */
export interface WireNewBatch extends WireBatch {
  /** Columns of the file that mean nothing here. */
  ignored_columns: string[];
}

/** A batch with how far it is. */
export interface WireBatchProgress extends WireBatch {
  /** What its valid rows cost without the duplicates. */
  credits_without_duplicates: number;
  /** What the rows that are not submitted yet cost by the price list of today, which going on with them approves. */
  credits_waiting: number;
  biometric_consent_required: boolean;
  counts: Record<RowState, number>;
  /** From 0 to 1: the rows that are done, of those that can be submitted. */
  progress: number;
  /** Seconds until the last row is done at the pace so far; null while there is no telling. */
  eta_seconds: number | null;
}

/** A row, never with what stands in it: once it is submitted, with what its verification shows of it. */
export interface WireBatchRow {
  row: number;
  state: RowState;
  service_code: string | null;
  request_id: string | null;
  /** Masked. This and what follows is null until the row is submitted. */
  subject: string | null;
  reference: string | null;
  outcome: Outcome | null;
  /** The request that asked the same, when there is one. */
  duplicate_of: string | null;
  faults: FieldFault[];
}
