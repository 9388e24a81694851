import { BulkWrite } from '../db/bulk-write.js';
import type { Sql } from '../db/database.js';
import type { WalletEntry } from '../db/entities/index.js';
import type { RowOf } from '../db/row-of.js';
import { toPublicId } from '../domain/ids.js';
import { availableCredits, MAX_CREDITS, moveCredits, type WalletBalance } from '../domain/ledger.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { lockWallets } from './lock-wallets.js';
import { writeLedgerAndEvents } from './write-ledger-and-events.js';

export interface CreditMove {
  /** Id of the ledger entry; created before the transaction, so that a rerun finds its own earlier effect. */
  entryId: string;
  clientId: string;
  /** Positive adds credits, negative takes them; never 0, and at most MAX_CREDITS either way. */
  amount: number;
  note: string;
  /** One entry per client and key, however often it is requested. */
  idempotencyKey: string;
}

/** Why a move was not made. */
export type CreditMoveRefusal =
  | { kind: 'unknown_client' | 'key_reused' | 'wallet_full' }
  | { kind: 'insufficient'; required: number; available: number };

/** Result of a move; `entryNo` is the client's ledger entry. */
export type CreditMoveResult = { kind: 'moved' | 'replay'; entryNo: number } | CreditMoveRefusal;

/**
 * Adds credits to a client (`top_up`) or takes some (`adjustment`) as a ledger entry, and records it in the audit log.
 * Takes only unreserved credits. Requests with the same key queue for the wallet lock, so only one takes effect.
 */
export async function moveClientCredits(sql: Sql, move: CreditMove, by: Actor): Promise<CreditMoveResult> {
  const wallets = await lockWallets(sql, [move.clientId]);
  const wallet = wallets.byClient.get(move.clientId);
  if (wallet === undefined) return { kind: 'unknown_client' };
  const earlier = await findEarlierMove(sql, move);
  if (earlier !== undefined) return earlier;
  const refusal = refusalOfMove(wallet, move.amount);
  if (refusal !== undefined) return refusal;

  const { amount, entryId, idempotencyKey, note } = move;
  const line = moveCredits(wallet, amount > 0 ? 'top_up' : 'adjustment', amount);
  const write = new BulkWrite();
  writeLedgerAndEvents(write, [{ line, id: entryId, idempotencyKey, note }], wallets);
  await write.run(sql);
  await appendAudit(sql, {
    ...by,
    action: amount > 0 ? 'credits.added' : 'credits.taken',
    target: toPublicId('client', move.clientId),
    details: {
      entry_id: toPublicId('walletEntry', entryId),
      amount,
      before: { balance: line.balanceAfter - line.balanceDelta },
      after: { balance: line.balanceAfter },
    },
  });
  return { kind: 'moved', entryNo: line.entryNo };
}

/** What a move's key already stands for; undefined if nothing was moved with it. */
export async function findEarlierMove(sql: Sql, move: CreditMove): Promise<CreditMoveResult | undefined> {
  const [entry] = await sql.query<RowOf<WalletEntry, 'entry_no' | 'id' | 'amount' | 'note'>>(
    `SELECT entry_no, id, amount, note FROM wallet_entries
     WHERE client_id = $1 AND idempotency_key COLLATE "C" = $2`,
    [move.clientId, move.idempotencyKey],
  );
  if (entry === undefined) return undefined;
  if (entry.amount !== move.amount || entry.note !== move.note) return { kind: 'key_reused' };
  return { kind: entry.id === move.entryId ? 'moved' : 'replay', entryNo: entry.entry_no };
}

/** Why this wallet cannot take such a move; undefined if it can. */
export function refusalOfMove(wallet: WalletBalance, amount: number): CreditMoveRefusal | undefined {
  const available = availableCredits(wallet);
  if (available + amount < 0) return { kind: 'insufficient', required: -amount, available };
  return wallet.balance + amount > MAX_CREDITS ? { kind: 'wallet_full' } : undefined;
}
