import { Registry } from 'prom-client';
import { type DeliveryRow, loadDeliveries } from '../../../api/webhooks/delivery-row.js';
import { storeWebhook } from '../../../api/webhooks/store-webhook.js';
import type { Database, Sql } from '../../../shared/db/database.js';
import { HIGHEST_ID, newId, toPublicId } from '../../../shared/domain/ids.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../shared/domain/webhook-event.js';
import { connectForBlocking, connectForCommands } from '../../../shared/redis/connect.js';
import { createWebhookSecret } from '../../../shared/webhooks/secret.js';
import { createSender, type SendWebhook } from '../../../worker/webhooks/send.js';
import { startWebhooks } from '../../../worker/webhooks/start-webhooks.js';
import { recordingLogger } from '../checks/check-worker.js';
import { buildClient, buildUser, type ClientOverrides } from '../database/factories.js';
import { type Exposition, parseExposition } from '../monitoring/metrics.js';
import { testKeys } from '../processes/keys.js';

export interface BuiltWebhook {
  id: string;
  publicId: string;
  clientId: string;
  secret: string;
}

/** Creates an endpoint, by default for all events and for a new client. */
export async function buildWebhook(
  db: Database,
  options: { url: string; clientId?: string; events?: readonly WebhookEvent[]; client?: ClientOverrides },
): Promise<BuiltWebhook> {
  const clientId = options.clientId ?? (await buildClient(db, options.client)).id;
  const { id: createdBy } = await buildUser(db, { clientId });
  const id = newId();
  const { secret, sealed } = createWebhookSecret(testKeys.encryptionKeys, id);
  const { url, events = WEBHOOK_EVENTS } = options;
  const webhook = { id, clientId, url, events, secretSealed: sealed, createdBy };
  const made = await db.transaction((sql) => storeWebhook(sql, webhook, { actor: 'system' }));
  if (made === undefined) throw new Error('The client has too many webhooks');
  return { id, publicId: toPublicId('webhook', id), clientId, secret };
}

/** Stages events of a client like a transaction would, but outside one. */
export async function stageEvents(sql: Sql, clientId: string, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await sql.query(
    `WITH numbered AS (
       UPDATE wallets SET last_event_no = last_event_no + cardinality($2::uuid[]) WHERE client_id = $1
       RETURNING last_event_no - cardinality($2::uuid[]) AS before
     )
     INSERT INTO webhook_events (id, client_id, event_no, type, data)
     SELECT id, $1, before + place, 'verification.completed', '{"status": "completed"}'
     FROM numbered, unnest($2::uuid[]) WITH ORDINALITY AS event (id, place)`,
    [clientId, ids],
  );
  return ids;
}

/** The newest deliveries of an endpoint, newest first. */
export function deliveriesOf(sql: Sql, webhookId: string): Promise<DeliveryRow[]> {
  return loadDeliveries(sql, webhookId, { below: HIGHEST_ID, limit: 1_000 });
}

/** Makes everything waiting for an endpoint due now, as if time had passed. */
export async function letTimePass(sql: Sql, webhookId: string): Promise<void> {
  await sql.query(
    `UPDATE webhook_deliveries SET next_attempt_at = now() WHERE endpoint_id = $1 AND status = 'pending'`,
    [webhookId],
  );
  await sql.query(
    `UPDATE webhook_endpoints SET due_at = now(), hold_until = NULL WHERE id = $1 AND deleted_at IS NULL`,
    [webhookId],
  );
}

export interface TestWebhooks {
  /** Every line logged. */
  logged(): string;
  figures(): Promise<Exposition>;
  stop(): Promise<void>;
}

/** The part of a worker that sends webhooks, with a real queue. */
export function startTestWebhooks(options: {
  db: Database;
  redisUrl: string;
  send?: SendWebhook;
  timeoutMs?: number;
}): TestWebhooks {
  const redis = connectForCommands(options.redisUrl);
  const blockingRedis = connectForBlocking(options.redisUrl);
  const { logger, logged } = recordingLogger();
  const registry = new Registry();
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs };
  const webhooks = startWebhooks({
    db: options.db,
    redis,
    blockingRedis,
    keyring: testKeys.encryptionKeys,
    evidenceKeys: testKeys.evidenceKeys,
    send: options.send ?? createSender({ production: false, ...timeout }),
    registry,
    logger,
    giveUp: () => undefined,
  });
  return {
    logged,
    figures: async () => parseExposition(await registry.metrics()),
    stop: async () => {
      await webhooks.stop();
      redis.disconnect();
      blockingRedis.disconnect();
    },
  };
}
