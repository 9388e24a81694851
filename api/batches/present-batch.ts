import { ROW_STATES, type RowState } from '../../shared/domain/batch.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { findService } from '../../shared/services/index.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import type { WireBatch, WireBatchProgress, WireBatchRow } from '../../shared/wire/batch.js';
import type { CsvForm } from '../http/csv.js';
import type { BatchRecord, countRows, RowRecord } from './load-batch.js';

/** A batch as shown in lists. */
export function presentBatch(row: BatchRecord): WireBatch {
  return {
    batch_id: toPublicId('batch', row.id),
    status: row.status,
    reason: row.reason,
    file_name: row.file_name,
    rows: row.rows,
    valid_rows: row.valid_rows,
    faulty_rows: row.rows - row.valid_rows,
    duplicate_rows: row.duplicate_rows,
    credits: row.credits,
    release: row.price_release,
    submitted_by: row.submitted_by,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    submitted_by_name: row.submitted_by_name,
  };
}

type Counts = Awaited<ReturnType<typeof countRows>>;

// States in which a row is still open.
const OPEN: readonly RowState[] = ['valid', 'duplicate', 'pending'];
const NEVER_SUBMITTED: readonly RowState[] = ['faulty'];

/** A batch with its progress. */
export function presentProgress(row: BatchRecord, found: Counts): WireBatchProgress {
  const counts = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Record<RowState, number>;
  for (const { state, count } of found) counts[state] += count;
  const sum = (states: readonly RowState[]) => states.reduce((total, state) => total + counts[state], 0);
  const open = sum(OPEN);
  const wanted = row.rows - sum(NEVER_SUBMITTED);
  return {
    ...presentBatch(row),
    ...pricesOf(row, found),
    credits_waiting: creditsWaiting(found),
    biometric_consent_required: found.some(needsBiometricConsent),
    counts,
    progress: wanted === 0 ? 1 : (wanted - open) / wanted,
    eta_seconds: etaSeconds(row, open, wanted - open),
  };
}

type Prices = Pick<WireBatchProgress, 'credits' | 'credits_without_duplicates' | 'release'>;

/**
 * Since the upload of a draft, prices may have changed and rows may have been erased: its start demands what it costs
 * now.
 */
function pricesOf(row: BatchRecord, found: Counts): Prices {
  if (row.status === 'draft') {
    const unique = found.filter(({ duplicate }) => !duplicate);
    return {
      credits: creditsWaiting(found),
      credits_without_duplicates: creditsWaiting(unique),
      release: PRICE_LIST.release,
    };
  }
  return {
    credits: row.credits,
    credits_without_duplicates: row.credits - creditsOfDuplicates(row, found),
    release: row.price_release,
  };
}

/** Erased duplicates are not in the price of a batch that was started without them. */
function creditsOfDuplicates({ charges }: BatchRecord, found: Counts): number {
  return found
    .filter(({ state, duplicate }) => duplicate && state !== 'erased')
    .reduce(
      (sum, { service_code: code, count }) => sum + count * (code === null ? 0 : (charges[code] ?? 0)),
      0,
    );
}

function creditsWaiting(found: Counts): number {
  return found
    .filter(({ state }) => state === 'valid' || state === 'duplicate')
    .reduce((sum, { service_code: code, count }) => sum + count * (code ? PRICE_LIST.credits[code] : 0), 0);
}

function needsBiometricConsent({ state, service_code: code }: Counts[number]): boolean {
  if (state === 'faulty' || code === null) return false;
  return findService(code)?.biometricConsentRequired === true;
}

/** At the rate since it was started or resumed. */
function etaSeconds(row: BatchRecord, open: number, done: number): number | null {
  if (row.status !== 'running' || row.resumed_at === null) return null;
  const doneSince = done - row.settled_before;
  if (doneSince <= 0) return null;
  const seconds = (row.now.getTime() - row.resumed_at.getTime()) / 1_000;
  return Math.ceil((open * seconds) / doneSince);
}

/** A row, never with its content from the file. */
export function presentRow(row: RowRecord): WireBatchRow {
  return {
    row: row.row_no,
    state: row.state,
    service_code: row.service_code,
    request_id: row.verification_id === null ? null : toPublicId('verification', row.verification_id),
    subject: row.subject_masked,
    reference: row.reference,
    outcome: row.outcome,
    duplicate_of: row.duplicate_of === null ? null : toPublicId('verification', row.duplicate_of),
    faults: row.faults ?? [],
  };
}

/** The rows as a file. */
export const ROWS_CSV: CsvForm<WireBatchRow> = {
  name: 'batch-rows',
  columns: {
    row: ({ row }) => row,
    state: ({ state }) => state,
    service_code: ({ service_code }) => service_code,
    request_id: ({ request_id }) => request_id,
    subject: ({ subject }) => subject,
    reference: ({ reference }) => reference,
    outcome: ({ outcome }) => outcome,
    duplicate_of: ({ duplicate_of }) => duplicate_of,
    faults: ({ faults }) =>
      faults.map(({ field, code, message }) => `${field}: ${code} (${message})`).join('; '),
  },
};

/** The result of every row, as a file; the subject is masked as everywhere. */
export const RESULTS_CSV: CsvForm<RowRecord> = {
  name: 'batch-results',
  columns: {
    row: ({ row_no }) => row_no,
    state: ({ state }) => state,
    request_id: ({ verification_id: id }) => (id === null ? null : toPublicId('verification', id)),
    service_code: ({ service_code }) => service_code,
    subject: ({ subject_masked }) => subject_masked,
    reference: ({ reference }) => reference,
    outcome: ({ outcome }) => outcome,
    label: ({ label }) => label,
    credits_charged: ({ credits_charged }) => credits_charged,
    completed_at: ({ completed_at }) => completed_at?.toISOString() ?? null,
    faults: ({ faults }) => (faults ?? []).map(({ field, code }) => `${field}: ${code}`).join('; '),
  },
};
