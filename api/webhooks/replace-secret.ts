import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';
import { loadWebhook, type ShownWebhook } from './load-webhooks.js';

/**
 * Standard Webhooks' advice for rotating without downtime: a day during which receivers may still use the old secret.
 */
const OVERLAP_HOURS = 24;

/**
 * Gives a client's endpoint a new secret and records it in the audit log; undefined if there is no such endpoint. For a
 * day everything is signed with both. Safe to run again after a lost commit, with the same sealed secret.
 */
export async function rotateWebhookSecret(
  sql: Sql,
  { id, clientId, secretSealed }: WebhookKey & { secretSealed: Buffer },
  by: Actor,
): Promise<ShownWebhook | undefined> {
  const [locked] = await sql.query<{ done: boolean }>(
    `SELECT secret_sealed = $3 AS done FROM webhook_endpoints
     WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [id, clientId, secretSealed],
  );
  const webhook = await loadWebhook(sql, { id, clientId });
  if (locked === undefined || locked.done) return webhook;
  await sql.query(
    `UPDATE webhook_endpoints SET secret_sealed = $2, previous_secret_sealed = secret_sealed,
       previous_secret_until = now() + interval '${OVERLAP_HOURS} hours'
     WHERE id = $1`,
    [id, secretSealed],
  );
  await appendAudit(sql, {
    ...by,
    action: 'webhook.secret_rotated',
    target: toPublicId('webhook', id),
    details: { client_id: toPublicId('client', clientId) },
  });
  return webhook;
}
