import type { BatchReason, BatchStatus, RowState } from '../../../../shared/domain/batch.js';
import type { FieldFault } from '../../../../shared/domain/faults.js';
import type { WireBatchProgress } from '../../../../shared/wire/batch.js';
import { humanise } from '../../lib/format.js';
import type { Tone } from '../../lib/ui/badge.js';

/** The states of a batch, in words. */
export const BATCH_WORDS: Readonly<Record<BatchStatus, readonly [Tone, string]>> = {
  draft: ['plain', 'Draft'],
  running: ['busy', 'Running'],
  paused: ['warn', 'Paused'],
  completed: ['good', 'Completed'],
  cancelled: ['plain', 'Cancelled'],
};

/** Why a batch is paused, or was cancelled by the service, and what to do about it. */
const REASON_WORDS: Readonly<Record<BatchReason, string>> = {
  requested: 'Somebody paused it.',
  insufficient_credits: 'The credits have run out. Have the wallet topped up, then resume.',
  limit_reached: 'A spending limit is reached. Raise it, or resume when it resets.',
  submitter_not_allowed:
    'The person or key that started it may no longer submit checks. Continue in your own name.',
  charge_changed: 'The prices have changed. Approve the new charge to resume.',
  expired: 'It was left untouched for too long, so the contents of its rows were destroyed.',
};

/** Why a batch goes no further although nobody asked for it; undefined if somebody did, or it goes on. */
export function pauseWords({ reason }: Pick<WireBatchProgress, 'reason'>): string | undefined {
  return reason === null || reason === 'requested' ? undefined : REASON_WORDS[reason];
}

/** The states of a row, in words. */
export const ROW_WORDS: Readonly<Record<RowState, readonly [Tone, string]>> = {
  valid: ['plain', 'Ready'],
  duplicate: ['warn', 'Duplicate'],
  faulty: ['bad', 'Faulty'],
  pending: ['busy', 'In progress'],
  completed: ['good', 'Completed'],
  manual_review: ['warn', 'In review'],
  skipped: ['plain', 'Skipped'],
  refused: ['bad', 'Refused'],
  cancelled: ['plain', 'Cancelled'],
  erased: ['plain', 'Erased'],
};

/** What is wrong with a field of a row; the API tells programs about codes, people know the check by its name. */
export function faultWords({ field, code, message }: FieldFault): string {
  const name = field === 'service_code' ? 'Check' : humanise(field.replace(/^parameters\./, ''));
  return `${name}: ${code === 'unknown_service' ? 'There is no such check.' : message}`;
}
