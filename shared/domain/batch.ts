/** How a batch stands (contract 13). */
export const BATCH_STATUSES = ['draft', 'running', 'paused', 'completed', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Why a batch pauses, or was cancelled by the service. */
export const BATCH_REASONS = [
  'requested',
  'insufficient_credits',
  'limit_reached',
  'submitter_not_allowed',
  'charge_changed',
  'expired',
] as const;
export type BatchReason = (typeof BATCH_REASONS)[number];

/** How a row is stored. Once it is submitted its verification says the rest. */
export type StoredRowState =
  | 'faulty'
  | 'ready'
  | 'submitted'
  | 'settled'
  | 'skipped'
  | 'refused'
  | 'cancelled'
  | 'erased';

/** How a row is shown: until it is submitted by what the file says, then by its verification. */
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

/** The greatest file that is taken, and the most rows of it. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
export const MAX_BATCH_ROWS = 10_000;

/** After so many days without a change a draft or a paused batch is cancelled, so that no subject waits for ever. */
export const DRAFT_KEPT_DAYS = 7;
export const PAUSED_KEPT_DAYS = 30;

/** Which earlier requests count as the same one, in days. */
export const DUPLICATE_DAYS = 30;
