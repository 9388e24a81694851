import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Database } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeOf } from '../../shared/domain/mode.js';
import type { EvidenceKeys } from '../../shared/evidence/evidence-keys.js';
import type { Logger } from '../../shared/logger.js';
import { claimDeliveries, type DueDelivery, type DueEndpoint } from './claim-deliveries.js';
import { composeMessage, signersOf } from './compose-message.js';
import type { WebhookMetrics } from './metrics.js';
import { type Attempted, type EndpointNews, recordAttempts, reschedule } from './record-attempts.js';
import type { SendWebhook, WebhookMessage } from './send.js';
import { disableFailingWebhook, enableWebhook } from './switch-webhook.js';

export interface DeliverDeps {
  db: Database;
  keyring: Keyring;
  evidenceKeys: EvidenceKeys;
  send: SendWebhook;
  metrics: WebhookMetrics;
  logger: Logger;
  /** Fires when running attempts are to be abandoned because the process is ending. */
  stop: AbortSignal;
  stopping: () => boolean;
}

/** How long an endpoint with a long backlog runs before others get their turn. */
const TURN_MS = 10_000;

/**
 * Sends what is due at one endpoint, batch by batch, until nothing is, it fails or its turn is over; then schedules the
 * next look. Whatever this process loses is due again once its claims expire: receivers may see an event more than
 * once, under the same id.
 */
export async function deliverDue(endpointId: string, deps: DeliverDeps): Promise<void> {
  const startedAt = performance.now();
  const done = { attempts: 0, delivered: 0 };
  let goOn = true;
  while (goOn && !deps.stopping() && performance.now() < startedAt + TURN_MS) {
    const claimed = await claimDeliveries(deps.db, endpointId);
    goOn =
      claimed !== undefined && claimed.deliveries.length > 0 && (await deliverBatch(claimed, done, deps));
  }
  await reschedule(deps.db, endpointId);
  const ids = { webhook_id: toPublicId('webhook', endpointId) };
  deps.logger.info(
    { ...ids, ...done, duration_ms: Math.round(performance.now() - startedAt) },
    'webhook job finished',
  );
}

/** Sends one batch, adding what was done to `done`; says whether the endpoint works, so that more may follow. */
async function deliverBatch(
  { endpoint, deliveries }: { endpoint: DueEndpoint; deliveries: DueDelivery[] },
  done: { attempts: number; delivered: number },
  deps: DeliverDeps,
): Promise<boolean> {
  const signers = signersOf(endpoint, deps.keyring, deps.evidenceKeys);
  const attempted = await Promise.all(
    deliveries.map((delivery) => {
      const now = new Date();
      countIfFirst(delivery, endpoint, now, deps.metrics);
      return attempt(delivery, composeMessage(endpoint, delivery, signers, now), now, deps);
    }),
  );
  const known = attempted.filter((one) => one !== undefined);
  if (known.length === 0) return false;
  done.attempts += known.length;
  done.delivered += known.filter((one) => one.attempt.error === null).length;
  const news = await recordAttempts(deps.db, endpoint, known);
  await switchEndpoint(endpoint, news, deps);
  return news.works;
}

/**
 * Counts how late a first attempt is. What a failing receiver delays says nothing about us; test mode is in no figure.
 */
function countIfFirst(
  { first_due_at: dueAt }: DueDelivery,
  { client_id: clientId, enabled, consecutive_failures: failures }: DueEndpoint,
  now: Date,
  metrics: WebhookMetrics,
): void {
  if (dueAt === null || modeOf(clientId) === 'test' || !enabled || failures > 0) return;
  metrics.countFirstAttempt((now.getTime() - dueAt.getTime()) / 1_000);
}

async function attempt(
  delivery: DueDelivery,
  message: WebhookMessage,
  now: Date,
  { send, stop, metrics }: DeliverDeps,
): Promise<Attempted | undefined> {
  const startedAt = performance.now();
  const result = await send(message, stop);
  if (result === undefined) return undefined;
  const { status, error } = result;
  const durationMs = Math.round(performance.now() - startedAt);
  metrics.countAttempt(error, durationMs);
  return { delivery, attempt: { at: now.toISOString(), status, duration_ms: durationMs, error } };
}

async function switchEndpoint(
  endpoint: DueEndpoint,
  { works, hopeless }: EndpointNews,
  { db, logger, metrics }: DeliverDeps,
): Promise<void> {
  const webhook = { id: endpoint.id, clientId: endpoint.client_id };
  const ids = {
    webhook_id: toPublicId('webhook', webhook.id),
    client_id: toPublicId('client', webhook.clientId),
  };
  if (works && !endpoint.enabled && (await db.transaction((sql) => enableWebhook(sql, webhook)))) {
    logger.info(ids, 'webhook works again and was turned on');
  }
  if (hopeless && (await db.transaction((sql) => disableFailingWebhook(sql, webhook)))) {
    metrics.countDisabled();
    logger.warn(ids, 'webhook has failed for days and was turned off');
  }
}
