import { BulkWrite } from '../../shared/db/bulk-write.js';
import type { Sql } from '../../shared/db/database.js';
import type { Scope } from '../../shared/db/scope.js';
import { newId } from '../../shared/domain/ids.js';
import { moveCredits } from '../../shared/domain/ledger.js';
import { TEST_CREDITS, testSideOf } from '../../shared/domain/mode.js';
import { lockWallets, walletOf } from '../../shared/ledger/lock-wallets.js';
import { writeLedgerAndEvents } from '../../shared/ledger/write-ledger-and-events.js';

/** The scope in which a client's test side is created: that of both sides. */
export function bothSides(liveClientId: string): Scope {
  return { clients: [liveClientId, testSideOf(liveClientId)] };
}

/**
 * Creates the test side of a client, with its wallet and starting credits, unless it exists; returns its id either way.
 * Of two concurrent calls the second waits for the first and changes nothing.
 */
export async function ensureTestSide(sql: Sql, liveClientId: string): Promise<string> {
  const id = testSideOf(liveClientId);
  const created = await sql.query(
    `INSERT INTO clients (id, name, mode, live_client_id, low_balance_threshold, retention_days)
     SELECT $1, name, 'test', id, low_balance_threshold, retention_days FROM clients WHERE id = $2
     ON CONFLICT DO NOTHING RETURNING id`,
    [id, liveClientId],
  );
  if (created.length === 0) return id;
  await sql.query('INSERT INTO wallets (client_id) VALUES ($1)', [id]);
  await topUpTestWallet(sql, id, TEST_CREDITS, 'Credits to begin with');
  return id;
}

/** Adds credits to a test wallet, as a ledger line. Not in the audit log: nobody pays for them. */
export async function topUpTestWallet(
  sql: Sql,
  testClientId: string,
  amount: number,
  note: string,
  { id = newId(), largest = Number.POSITIVE_INFINITY } = {},
): Promise<'moved' | 'full'> {
  const wallets = await lockWallets(sql, [testClientId]);
  const idempotencyKey = `test:${id}`;
  const earlier = await sql.query(
    'SELECT FROM wallet_entries WHERE client_id = $1 AND idempotency_key COLLATE "C" = $2',
    [testClientId, idempotencyKey],
  );
  if (earlier.length > 0) return 'moved';
  const wallet = walletOf(wallets, testClientId);
  if (wallet.balance + amount > largest) return 'full';
  const line = moveCredits(wallet, 'top_up', amount);
  const write = new BulkWrite();
  writeLedgerAndEvents(write, [{ line, id, idempotencyKey, note }], wallets);
  await write.run(sql);
  return 'moved';
}
