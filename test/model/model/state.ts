import type { CheckOutcome, Outcome } from '../../../shared/domain/outcome.js';
import type { CallState, ReviewReason, Status } from '../../../shared/domain/states.js';

/** One provider call; `id` is null where the service made it up itself (quarantine). */
export interface ModelCall {
  id: string | null;
  state: CallState;
  overdue: boolean;
  answered: boolean;
  /** What a late answer found. */
  finding: CheckOutcome | null;
}

export interface ModelCheck {
  id: string;
  status: Status;
  outcome: CheckOutcome | null;
  reason: ReviewReason | null;
  /** Pending for more than a day. */
  aged: boolean;
  calls: ModelCall[];
}

export interface ModelVerification {
  id: string;
  client: string;
  key: string;
  /** Everything that makes two requests the same. */
  request: string;
  credits: number;
  status: Status;
  outcome: Outcome | null;
  reason: ReviewReason | null;
  version: number;
  holder: string | null;
  checks: ModelCheck[];
}

export interface ModelEntry {
  kind: 'top_up' | 'adjustment' | 'reserve' | 'charge' | 'release';
  amount: number;
  verification: string | null;
}

/** Credits that staff moved, by key. */
export interface ModelMove {
  client: string;
  key: string;
  entryId: string;
  amount: number;
  entryNo: number;
}

/** What the service ought to know: no locks, no SQL, one thing after the other. */
export interface ModelState {
  wallets: Record<string, ModelEntry[]>;
  verifications: ModelVerification[];
  moves: ModelMove[];
  /** Ids of decisions that were made. */
  notes: string[];
}

/** The figures of a wallet are the sums of its entries. */
export function sumsOf(entries: readonly ModelEntry[]): { balance: number; reserved: number } {
  const sums = { balance: 0, reserved: 0 };
  for (const { kind, amount } of entries) {
    if (kind === 'top_up' || kind === 'adjustment') sums.balance += amount;
    if (kind === 'reserve') sums.reserved += amount;
    if (kind === 'charge') sums.balance -= amount;
    if (kind === 'charge' || kind === 'release') sums.reserved -= amount;
  }
  return sums;
}

/** What is left to reserve. */
export function availableOf(state: ModelState, client: string): number {
  const { balance, reserved } = sumsOf(entriesOf(state, client));
  return balance - reserved;
}

/** The entries of a client's wallet. Throws when there is no such client. */
export function entriesOf(state: ModelState, client: string): ModelEntry[] {
  const entries = state.wallets[client];
  if (entries === undefined) throw new Error(`The model has no client ${client}`);
  return entries;
}

/** Finds a verification. Throws if there is none. */
export function verificationOf(state: ModelState, id: string): ModelVerification {
  const found = state.verifications.find((verification) => verification.id === id);
  if (found === undefined) throw new Error(`The model has no verification ${id}`);
  return found;
}

/** Finds a check and its verification. Throws if there is none. */
export function checkOf(
  state: ModelState,
  id: string,
): { check: ModelCheck; verification: ModelVerification } {
  for (const verification of state.verifications) {
    const check = verification.checks.find((candidate) => candidate.id === id);
    if (check !== undefined) return { check, verification };
  }
  throw new Error(`The model has no check ${id}`);
}

/** The one call of a check that the provider may have received, if there is one. */
export function possibleCall({ calls }: ModelCheck): ModelCall | undefined {
  return calls.find(({ state }) => ['started', 'refused', 'answered', 'uncertain'].includes(state));
}
