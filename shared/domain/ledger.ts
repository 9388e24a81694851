export const ENTRY_KINDS = ['top_up', 'adjustment', 'reserve', 'charge', 'release'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What a wallet holds while a transaction has it locked. */
export interface WalletBalance {
  clientId: string;
  balance: number;
  reserved: number;
  lastEntryNo: number;
}

/** A ledger line before it has an id: numbers only, so that the rules can be tested without a database. */
export interface LedgerLine {
  clientId: string;
  entryNo: number;
  kind: EntryKind;
  amount: number;
  balanceDelta: number;
  reservedDelta: number;
  balanceAfter: number;
  reservedAfter: number;
}

/**
 * The most credits that a wallet may hold and that one entry may move. Columns are 32-bit integers, so that even the
 * sum of the two is far from overflowing.
 */
export const MAX_CREDITS = 1_000_000_000;

/** What is left to reserve. */
export function availableCredits(wallet: WalletBalance): number {
  return wallet.balance - wallet.reserved;
}

/** How an entry of each kind moves the two figures, per credit (contract 5). */
const MOVES: Readonly<Record<EntryKind, { balance: number; reserved: number }>> = {
  top_up: { balance: 1, reserved: 0 },
  adjustment: { balance: 1, reserved: 0 },
  reserve: { balance: 0, reserved: 1 },
  charge: { balance: -1, reserved: -1 },
  release: { balance: 0, reserved: -1 },
};

/**
 * Moves credits in the given wallet, changing it in place, and returns the ledger line of the move.
 * `amount` is positive, except for an adjustment, which is signed. Throws when the wallet would end up with
 * 0 ≤ reserved ≤ balance broken: callers decide beforehand what is affordable, so that is a defect.
 */
export function moveCredits(wallet: WalletBalance, kind: EntryKind, amount: number): LedgerLine {
  const balanceDelta = MOVES[kind].balance * amount;
  const reservedDelta = MOVES[kind].reserved * amount;
  const balanceAfter = wallet.balance + balanceDelta;
  const reservedAfter = wallet.reserved + reservedDelta;
  if (reservedAfter < 0 || reservedAfter > balanceAfter) {
    throw new Error(`Bug: ${kind} of ${amount} would leave ${reservedAfter} reserved of ${balanceAfter}`);
  }
  wallet.balance = balanceAfter;
  wallet.reserved = reservedAfter;
  wallet.lastEntryNo += 1;
  return {
    clientId: wallet.clientId,
    entryNo: wallet.lastEntryNo,
    kind,
    amount,
    balanceDelta,
    reservedDelta,
    balanceAfter,
    reservedAfter,
  };
}
