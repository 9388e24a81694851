import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { lockWallets } from '../../shared/ledger/lock-wallets.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';
import { refreshWantedEvents } from '../../shared/webhooks/wanted-events.js';

/** Contract 7: an endpoint that fails for this long without a success is sent nothing more. */
export const DISABLE_AFTER_DAYS = 5;

/**
 * Disables an endpoint that has failed for days, and records it in the audit log. Resolves to false if it is already
 * disabled, is gone, or has succeeded meanwhile.
 */
export function disableFailingWebhook(sql: Sql, webhook: WebhookKey): Promise<boolean> {
  return switchWebhook(sql, webhook, {
    enabled: false,
    condition: `enabled AND failing_since <= now() - interval '${DISABLE_AFTER_DAYS} days'`,
    action: 'webhook.disabled',
  });
}

/** Re-enables a disabled endpoint that accepted a test event, and records it in the audit log. */
export function enableWebhook(sql: Sql, webhook: WebhookKey): Promise<boolean> {
  return switchWebhook(sql, webhook, {
    enabled: true,
    condition: 'NOT enabled AND deleted_at IS NULL',
    action: 'webhook.enabled',
  });
}

/** Locks the wallet before the endpoint, like everything that changes which events a client subscribes to. */
async function switchWebhook(
  sql: Sql,
  { id, clientId }: WebhookKey,
  { enabled, condition, action }: { enabled: boolean; condition: string; action: string },
): Promise<boolean> {
  await lockWallets(sql, [clientId]);
  const [switched] = await sql.query<{ url: string }>(
    `UPDATE webhook_endpoints SET enabled = $2 WHERE id = $1 AND ${condition} RETURNING url`,
    [id, enabled],
  );
  if (switched === undefined) return false;
  await refreshWantedEvents(sql, clientId);
  if (!enabled) {
    const data = { webhook_id: toPublicId('webhook', id), host: new URL(switched.url).host };
    await stageMail(sql, { kind: 'webhook_disabled', clientId, data });
  }
  await appendAudit(sql, {
    actor: 'system',
    action,
    target: toPublicId('webhook', id),
    details: { client_id: toPublicId('client', clientId) },
  });
  return true;
}
