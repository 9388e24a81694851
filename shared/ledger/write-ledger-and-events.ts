import type { BulkWrite } from '../db/bulk-write.js';
import { Wallet, WalletEntry } from '../db/entities/index.js';
import { columnsOf } from '../db/table-of.js';
import { newId } from '../domain/ids.js';
import type { LedgerLine } from '../domain/ledger.js';
import { type ClientNews, stageEvents } from '../webhooks/stage-events.js';
import type { LockedWallets } from './lock-wallets.js';

const ENTRY_COLUMNS = columnsOf(WalletEntry);
const WALLET_COLUMNS = columnsOf(Wallet, { except: ['client_id', 'webhook_events'] });

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
    WalletEntry,
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
    Wallet,
    'client_id',
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
