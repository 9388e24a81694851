import type { Keyring } from '../../shared/crypto/keyring.js';
import { bothClocksReached, neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';
import { joinWebhookSecrets } from '../../shared/webhooks/secret.js';
import { loadWebhook, type ShownWebhook } from './load-webhooks.js';

/**
 * Standard Webhooks' advice for rotating without downtime: a day during which receivers may still use the old secret.
 */
const OVERLAP_HOURS = 24;

/**
 * How many secrets go on signing: more than a caller needs who lost an answer and rotates again. Each is a signature in
 * every message. Rotations are not refused beyond that: their overlap has one end, which each of them puts off, so a
 * receiver that rotates daily always has several.
 */
export const MAX_PREVIOUS_SECRETS = 5;

interface Rotation extends WebhookKey {
  ring: Keyring;
  /** Generated before the transaction, so that a retry recognises its own earlier effect. */
  secretSealed: Buffer;
}

/**
 * Gives a client's endpoint a new secret and records it in the audit log; undefined if there is no such endpoint. For a
 * day everything is signed with the secrets before it as well, so that a caller who lost the answer and rotates again
 * has not locked out its own receivers. Safe to run again after a lost commit, with the same sealed secret.
 */
export async function rotateWebhookSecret(
  sql: Sql,
  { id, clientId, ring, secretSealed }: Rotation,
  by: Actor,
): Promise<ShownWebhook | undefined> {
  const [locked] = await sql.query<{ secret_sealed: Buffer; previous_secret_sealed: Buffer | null }>(
    `SELECT secret_sealed,
       CASE WHEN previous_secret_until > ${neitherClockReached('$3')} THEN previous_secret_sealed END
         AS previous_secret_sealed
     FROM webhook_endpoints WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL FOR UPDATE`,
    [id, clientId, new Date()],
  );
  const webhook = await loadWebhook(sql, { id, clientId });
  if (locked === undefined || locked.secret_sealed.equals(secretSealed)) return webhook;
  const replaced = [locked.secret_sealed, locked.previous_secret_sealed].filter((sealed) => sealed !== null);
  const previous = joinWebhookSecrets(ring, replaced, id, MAX_PREVIOUS_SECRETS);
  await sql.query(
    `UPDATE webhook_endpoints SET secret_sealed = $2, previous_secret_sealed = $3,
       previous_secret_until = ${bothClocksReached('$4')} + interval '${OVERLAP_HOURS} hours'
     WHERE id = $1`,
    [id, secretSealed, previous, new Date()],
  );
  await appendAudit(sql, {
    ...by,
    action: 'webhook.secret_rotated',
    target: toPublicId('webhook', id),
    details: { client_id: toPublicId('client', clientId) },
  });
  return webhook;
}
