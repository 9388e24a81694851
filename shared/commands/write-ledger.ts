import type { BulkWrite, Columns } from '../db/bulk-write.js';
import { newId } from '../domain/ids.js';
import type { LedgerLine } from '../domain/ledger.js';
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
  created_at: 'timestamptz',
} as const satisfies Columns;

const WALLET_COLUMNS = {
  balance: 'integer',
  reserved: 'integer',
  last_entry_no: 'integer',
  updated_at: 'timestamptz',
} as const;

/** A ledger line together with the verification that it belongs to. */
export interface VerificationLine {
  line: LedgerLine;
  verificationId: string;
}

/** Adds the ledger lines of verifications, and the wallets they leave behind, to a write. */
export function writeLedger(
  write: BulkWrite,
  lines: readonly VerificationLine[],
  wallets: LockedWallets,
): void {
  const touched = new Set(lines.map(({ line }) => line.clientId));
  write.insert(
    'wallet_entries',
    ENTRY_COLUMNS,
    lines.map(({ line, verificationId }) => ({
      id: newId(),
      client_id: line.clientId,
      entry_no: line.entryNo,
      kind: line.kind,
      amount: line.amount,
      balance_delta: line.balanceDelta,
      reserved_delta: line.reservedDelta,
      balance_after: line.balanceAfter,
      reserved_after: line.reservedAfter,
      verification_id: verificationId,
      created_at: wallets.now,
    })),
  );
  write.update(
    'wallets',
    { client_id: 'uuid' },
    WALLET_COLUMNS,
    [...wallets.byClient.values()]
      .filter(({ clientId }) => touched.has(clientId))
      .map((wallet) => ({
        client_id: wallet.clientId,
        balance: wallet.balance,
        reserved: wallet.reserved,
        last_entry_no: wallet.lastEntryNo,
        updated_at: wallets.now,
      })),
  );
}
