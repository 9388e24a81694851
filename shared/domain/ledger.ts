export const ENTRY_KINDS = ['top_up', 'adjustment', 'reserve', 'charge', 'release'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The figures of a wallet while a transaction has it locked. */
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
 * Most credits a wallet may hold, and most that one entry may move. Columns are 32-bit integers, so even the sum of the
 * two is far from overflowing.
 */
export const MAX_CREDITS = 1_000_000_000;

/** The credits still available to reserve. */
export function availableCredits(wallet: WalletBalance): number {
  return wallet.balance - wallet.reserved;
}

/** How an entry of each kind changes the two figures, per credit (contract 5). */
const MOVES: Readonly<Record<EntryKind, { balance: number; reserved: number }>> = {
  top_up: { balance: 1, reserved: 0 },
  adjustment: { balance: 1, reserved: 0 },
  reserve: { balance: 0, reserved: 1 },
  charge: { balance: -1, reserved: -1 },
  release: { balance: 0, reserved: -1 },
};

/**
 * Moves credits in the given wallet, in place, and returns the ledger line. `amount` is positive, except for an
 * adjustment, which is signed. Throws if 0 ≤ reserved ≤ balance would no longer hold: callers check beforehand what is
 * affordable, so that is a bug.
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
