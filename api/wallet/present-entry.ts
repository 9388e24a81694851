import { toPublicId } from '../../shared/domain/ids.js';
import type { WireWalletEntry } from '../../shared/wire/wallet.js';
import type { CsvForm } from '../http/csv.js';
import type { EntryRow } from './load-entries.js';

/** One line of the ledger (contract 5). */
export function presentEntry(row: EntryRow): WireWalletEntry {
  return {
    entry_id: toPublicId('walletEntry', row.id),
    kind: row.kind,
    amount: row.amount,
    balance_delta: row.balance_delta,
    reserved_delta: row.reserved_delta,
    balance_after: row.balance_after,
    reserved_after: row.reserved_after,
    request_id: row.verification_id === null ? null : toPublicId('verification', row.verification_id),
    service_code: row.service_code,
    note: row.note,
    created_at: row.created_at.toISOString(),
  };
}

/** The ledger as a file. */
export const ENTRIES_CSV: CsvForm<WireWalletEntry> = {
  name: 'wallet-entries',
  columns: {
    entry_id: ({ entry_id }) => entry_id,
    kind: ({ kind }) => kind,
    amount: ({ amount }) => amount,
    balance_delta: ({ balance_delta }) => balance_delta,
    reserved_delta: ({ reserved_delta }) => reserved_delta,
    balance_after: ({ balance_after }) => balance_after,
    reserved_after: ({ reserved_after }) => reserved_after,
    request_id: ({ request_id }) => request_id,
    note: ({ note }) => note,
    created_at: ({ created_at }) => created_at,
    service_code: ({ service_code }) => service_code,
  },
};
