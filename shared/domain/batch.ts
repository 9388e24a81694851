/** The states of a batch (contract 13). */
export const BATCH_STATUSES = ['draft', 'running', 'paused', 'completed', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Why a batch was paused, or cancelled by the service. */
export const BATCH_REASONS = [
  'requested',
  'insufficient_credits',
  'limit_reached',
  'submitter_not_allowed',
  'charge_changed',
  'expired',
] as const;
export type BatchReason = (typeof BATCH_REASONS)[number];

/** The stored state of a row. Once it is submitted, its verification says the rest. */
export type StoredRowState =
  | 'faulty'
  | 'ready'
  | 'submitted'
  | 'settled'
  | 'skipped'
  | 'refused'
  | 'cancelled'
  | 'erased';

/** The displayed state of a row: from the file until it is submitted, then from its verification. */
export const ROW_STATES = [
  'valid',
  'duplicate',
  'faulty',
  'pending',
  'completed',
  'manual_review',
  'skipped',
  'refused',
  'cancelled',
  'erased',
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** Largest file accepted, and most rows in it. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const MAX_BATCH_ROWS = 10_000;
const MAX_FILE_MIB = MAX_FILE_BYTES / 1024 / 1024;
export const FILE_TOO_LARGE = `The file is larger than ${MAX_FILE_MIB} MiB. Split it and upload the parts separately.`;

/** Most drafts a client has at a time, in each mode: more than anybody can look through before starting them. */
export const MAX_DRAFTS = 1_000;

/** A draft or paused batch is cancelled after this many days without a change, so that no subject is kept forever. */
export const DRAFT_KEPT_DAYS = 7;
export const PAUSED_KEPT_DAYS = 30;
