import { BulkWrite } from '../db/bulk-write.js';
import type { Sql } from '../db/database.js';
import { Client } from '../db/entities/index.js';
import { rowsOf } from '../db/rows.js';
import { toPublicId } from '../domain/ids.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { lockWallets, walletOf } from '../ledger/lock-wallets.js';
import { writeLedgerAndEvents } from '../ledger/write-ledger-and-events.js';
import { resumeWebhooks } from '../webhooks/resume-webhooks.js';
import { changedFields } from './changed-fields.js';
import { waitForAcceptances } from './wait-for-acceptances.js';

/** What may be changed of a client, under the table's column names. Absent members stay as they are. */
export interface ClientChanges {
  name?: string;
  suspended?: boolean;
  low_balance_threshold?: number | null;
  retention_days?: number | null;
}

/**
 * Changes a client and records it in the audit log; false if there is no such client. Suspending ends every token of
 * the client's users for good; its API keys are only inactive meanwhile, because nobody is there to issue new ones to
 * machines. Safe to retry after a lost commit.
 */
export async function updateClient(
  sql: Sql,
  clientId: string,
  changes: ClientChanges,
  by: Actor,
): Promise<boolean> {
  const [before] = await sql.query<Required<ClientChanges>>(
    `SELECT name, suspended, low_balance_threshold, retention_days FROM clients
     WHERE id = $1 AND mode = 'live' FOR NO KEY UPDATE`,
    [clientId],
  );
  if (before === undefined) return false;
  const after = { ...before, ...changes };
  const changed = changedFields({ ...before }, after);
  if (changed === undefined) return true;
  const {
    name,
    suspended,
    low_balance_threshold: lowBalanceThreshold,
    retention_days: retentionDays,
  } = after;
  const clients = rowsOf(sql, Client);
  await clients.update({ id: clientId }, { name, suspended, lowBalanceThreshold, retentionDays });
  // Its test side has the same name and keeps personal data no longer than the live side.
  await clients.update({ liveClientId: clientId }, { name, lowBalanceThreshold, retentionDays });
  if (after.suspended && !before.suspended) await endTokensOfUsers(sql, clientId);
  await waitForAcceptances(sql, clientId);
  if (lowBalanceThreshold !== before.low_balance_threshold) await tellIfLow(sql, clientId, before);
  if (before.suspended && !after.suspended) await resumeWebhooks(sql, clientId);
  await appendAudit(sql, {
    ...by,
    action: actionOf(before.suspended, after.suspended),
    target: toPublicId('client', clientId),
    details: changed,
  });
  return true;
}

/**
 * Tells a client whose credits are below its new threshold and were not below the old one: as long as they only fall
 * further they cross nothing. One that never had any is being set up, and runs out of nothing.
 */
async function tellIfLow(
  sql: Sql,
  clientId: string,
  { low_balance_threshold: thresholdBefore }: Pick<Required<ClientChanges>, 'low_balance_threshold'>,
): Promise<void> {
  const wallets = await lockWallets(sql, [clientId]);
  const wallet = walletOf(wallets, clientId);
  if (wallet.lastEntryNo === 0) return;
  wallet.thresholdBefore = thresholdBefore;
  const write = new BulkWrite();
  writeLedgerAndEvents(write, [], wallets);
  await write.run(sql);
}

/** In the order of ids, like everything that locks several accounts. */
async function endTokensOfUsers(sql: Sql, clientId: string): Promise<void> {
  await sql.query('SELECT FROM users WHERE client_id = $1 ORDER BY id FOR NO KEY UPDATE', [clientId]);
  await sql.query('UPDATE users SET token_version = token_version + 1 WHERE client_id = $1', [clientId]);
}

function actionOf(wasSuspended: boolean, isSuspended: boolean): string {
  if (wasSuspended === isSuspended) return 'client.changed';
  return isSuspended ? 'client.suspended' : 'client.resumed';
}
