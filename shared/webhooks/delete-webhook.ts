import type { Sql } from '../db/database.js';
import { WebhookEndpoint } from '../db/entities/index.js';
import { rowsOf } from '../db/rows.js';
import { toPublicId } from '../domain/ids.js';
import { type Actor, appendAudit } from '../evidence/append-audit.js';
import { lockWallets } from '../ledger/lock-wallets.js';
import { refreshWantedEvents } from './wanted-events.js';

/** Identifies an endpoint of a client. */
export interface WebhookKey {
  id: string;
  clientId: string;
}

/**
 * Deletes an endpoint of a client, destroys its secrets, and records it in the audit log; false if the client never had
 * such an endpoint. One already deleted stays as it is, so this is safe to retry after a lost commit.
 */
export async function deleteWebhook(sql: Sql, { id, clientId }: WebhookKey, by: Actor): Promise<boolean> {
  await lockWallets(sql, [clientId]);
  const deleted = await sql.query(
    `UPDATE webhook_endpoints SET deleted_at = now(), enabled = false, due_at = NULL, secret_sealed = NULL,
       previous_secret_sealed = NULL, previous_secret_until = NULL
     WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL RETURNING id`,
    [id, clientId],
  );
  if (deleted.length === 0) return wasWebhookOf(sql, id, clientId);
  await refreshWantedEvents(sql, clientId);
  await appendAudit(sql, {
    ...by,
    action: 'webhook.deleted',
    target: toPublicId('webhook', id),
    details: { client_id: toPublicId('client', clientId) },
  });
  return true;
}

async function wasWebhookOf(sql: Sql, id: string, clientId: string): Promise<boolean> {
  return (await rowsOf(sql, WebhookEndpoint).countBy({ id, clientId })) > 0;
}
