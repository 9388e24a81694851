import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { lockWallets } from '../../shared/ledger/lock-wallets.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';
import { refreshWantedEvents } from '../../shared/webhooks/wanted-events.js';

/** Contract 7: an endpoint that fails for this long, without a success in between, is sent nothing more. */
export const DISABLE_AFTER_DAYS = 5;

/**
 * Turns an endpoint off that has failed for days, and says so in the audit log. False when it is off, is gone, or has
 * had a success meanwhile.
 */
export function disableFailingWebhook(sql: Sql, webhook: WebhookKey): Promise<boolean> {
  return switchWebhook(sql, webhook, {
    enabled: false,
    condition: `enabled AND failing_since <= now() - interval '${DISABLE_AFTER_DAYS} days'`,
    action: 'webhook.disabled',
  });
}

/** Turns an endpoint on again that was off and has taken a test event, and says so in the audit log. */
export function enableWebhook(sql: Sql, webhook: WebhookKey): Promise<boolean> {
  return switchWebhook(sql, webhook, {
    enabled: true,
    condition: 'NOT enabled AND deleted_at IS NULL',
    action: 'webhook.enabled',
  });
}

/** Locks the wallet before the endpoint, as everything does that changes what a client wants to hear. */
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
