import { toPublicId } from '../../../shared/domain/ids.js';
import { serviceOf } from '../../../shared/services/index.js';
import type { WireHistoryEntry } from '../../../shared/wire/history.js';
import type { CsvForm } from '../../http/csv.js';
import { presentSubmitter } from '../submitter.js';
import type { HistoryRow } from './load-history.js';

/** One line of the history (contract 4.4). */
export function presentHistoryEntry(row: HistoryRow): WireHistoryEntry {
  const { label, outcome } = row;
  return {
    request_id: toPublicId('verification', row.id),
    created_at: row.created_at.toISOString(),
    service_code: row.service_code,
    service_label: serviceOf(row.service_code).label,
    reference: row.reference,
    purpose: row.purpose,
    ...presentSubmitter(row),
    subject: row.subject_masked,
    status: row.status,
    credits_reserved: row.credits_reserved,
    credits_charged: row.credits_charged,
    result: row.status === 'completed' && label !== null && outcome !== null ? { label, outcome } : null,
  };
}

/** The history as a file. */
export const HISTORY_CSV: CsvForm<WireHistoryEntry> = {
  name: 'verifications',
  columns: {
    request_id: ({ request_id }) => request_id,
    created_at: ({ created_at }) => created_at,
    service_code: ({ service_code }) => service_code,
    service_label: ({ service_label }) => service_label,
    subject: ({ subject }) => subject,
    status: ({ status }) => status,
    credits_reserved: ({ credits_reserved }) => credits_reserved,
    credits_charged: ({ credits_charged }) => credits_charged,
    result_label: ({ result }) => result?.label ?? null,
    result_outcome: ({ result }) => result?.outcome ?? null,
    reference: ({ reference }) => reference,
    purpose: ({ purpose }) => purpose,
    submitted_by: ({ submitted_by }) => submitted_by,
    submitted_by_name: ({ submitted_by_name }) => submitted_by_name,
  },
};
