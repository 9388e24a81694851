import type { BulkWrite, Columns } from '../db/bulk-write.js';
import { newId } from '../domain/ids.js';
import type { LedgerLine } from '../domain/ledger.js';
import { type ClientNews, stageEvents } from '../webhooks/stage-events.js';
import type { LockedWallets } from './lock-wallets.js';

const ENTRY_COLUMNS = {
  id: 'uuid',
  client_id: 'uuid',
  entry_no: 'integer',
  kind: 'text',
  amount: 'integer',
  balance_delta: 'integer',
  reserved_delta: 'integer',
  balance_after: 'integer',
  reserved_after: 'integer',
  verification_id: 'uuid',
  idempotency_key: 'text',
  note: 'text',
  created_at: 'timestamptz',
} as const satisfies Columns;

const WALLET_COLUMNS = {
  balance: 'integer',
  reserved: 'integer',
  last_entry_no: 'integer',
  last_event_no: 'integer',
  updated_at: 'timestamptz',
} as const;

/** A ledger line with the verification it belongs to. */
export interface VerificationLine {
  line: LedgerLine;
  verificationId: string;
}

/** A ledger line written by staff: it belongs to no verification and states its reason. */
export interface StaffLine {
  line: LedgerLine;
  id: string;
  idempotencyKey: string;
  note: string;
}

/**
 * Adds to a write: ledger lines, the events that notify the client of them, of its verifications and of its limits, and
 * the resulting wallets.
 */
export function writeLedgerAndEvents(
  write: BulkWrite,
  lines: readonly (VerificationLine | StaffLine)[],
  wallets: LockedWallets,
  news: ClientNews = {},
): void {
  const moved = new Set(lines.map(({ line }) => line.clientId));
  const told = stageEvents(write, news, wallets);
  write.insert(
    'wallet_entries',
    ENTRY_COLUMNS,
    lines.map(({ line, ...origin }) => ({
      ...originColumns(origin),
      client_id: line.clientId,
      entry_no: line.entryNo,
      kind: line.kind,
      amount: line.amount,
      balance_delta: line.balanceDelta,
      reserved_delta: line.reservedDelta,
      balance_after: line.balanceAfter,
      reserved_after: line.reservedAfter,
      created_at: wallets.now,
    })),
  );
  write.update(
    'wallets',
    { client_id: 'uuid' },
    WALLET_COLUMNS,
    [...wallets.byClient.values()]
      .filter(({ clientId }) => moved.has(clientId) || told.has(clientId))
      .map((wallet) => ({
        client_id: wallet.clientId,
        balance: wallet.balance,
        reserved: wallet.reserved,
        last_entry_no: wallet.lastEntryNo,
        last_event_no: wallet.lastEventNo,
        updated_at: moved.has(wallet.clientId) ? wallets.now : wallet.updatedAt,
      })),
  );
}

function originColumns(origin: Omit<VerificationLine, 'line'> | Omit<StaffLine, 'line'>) {
  if ('verificationId' in origin) {
    return { id: newId(), verification_id: origin.verificationId, idempotency_key: null, note: null };
  }
  return {
    id: origin.id,
    verification_id: null,
    idempotency_key: origin.idempotencyKey,
    note: origin.note,
  };
}
