import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Database } from '../../shared/db/database.js';
import type { EvidenceKeys } from '../../shared/evidence/evidence-keys.js';
import type { Logger } from '../../shared/logger.js';
import { openWebhookQueue, type WebhookQueue } from '../../shared/queues/webhook-queue.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import { HeldUpClients } from '../held-up-clients.js';
import { logPassErrors } from '../pass-errors.js';
import { Watchdog } from '../watchdog.js';
import { type DeliverDeps, deliverDue } from './deliver-due.js';
import { createWebhookMetrics } from './metrics.js';
import { purgeWebhookEvents } from './purge.js';
import { relayWebhooks } from './relay.js';
import type { SendWebhook } from './send.js';
import { startWebhookConsumer } from './start-webhook-consumer.js';

export interface WebhooksDeps {
  /** Its own connections: however much there is to deliver, checks never wait for it. */
  db: Database;
  /** Fails fast. */
  redis: Redis;
  /** Waits out any outage. */
  blockingRedis: Redis;
  keyring: Keyring;
  evidenceKeys: EvidenceKeys;
  send: SendWebhook;
  registry: Registry;
  logger: Logger;
  giveUp(): void;
}

/** An endpoint that hangs holds one of these for one attempt at most, and is then paused. */
const ENDPOINTS_AT_ONCE = 50;
/** Longest delay that relaying adds to a webhook. */
const RELAY_PAUSE_MS = 1_000;
const PURGE_PAUSE_MS = 60 * 60_000;
/** How long running attempts may continue when the process is stopping; receivers usually answer much faster. */
const STOP_GRACE_MS = 3_000;

/** Starts relaying, delivering and purging webhooks; opens no connections itself. */
export function startWebhooks(deps: WebhooksDeps): { stop(): Promise<void> } {
  const { db, redis, logger } = deps;
  const stop = new AbortController();
  let stopping = false;
  const webhookQueue = openWebhookQueue(redis);
  const deliverDeps: DeliverDeps = {
    db,
    keyring: deps.keyring,
    evidenceKeys: deps.evidenceKeys,
    send: deps.send,
    metrics: createWebhookMetrics(deps.registry),
    logger,
    stop: stop.signal,
    stopping: () => stopping,
  };
  const watchdog = consume(webhookQueue, deliverDeps, deps);
  const heldUp = new HeldUpClients();
  const relay = repeatUntilStopped({
    run: (stopping) => relayWebhooks({ db, redis, webhookQueue, heldUp, stopping }),
    pauseMs: RELAY_PAUSE_MS,
    onError: logPassErrors(logger, 'relaying webhooks failed'),
  });
  const purge = repeatUntilStopped({
    run: (stopping) => purgeWebhookEvents(db, new Date(), stopping),
    pauseMs: PURGE_PAUSE_MS,
    onError: (error) => logger.warn({ err: error }, 'purging webhooks failed'),
  });

  return {
    stop: async () => {
      stopping = true;
      const grace = setTimeout(() => stop.abort(), STOP_GRACE_MS);
      await Promise.all([relay.stop(), purge.stop()]);
      await watchdog.close();
      clearTimeout(grace);
      await webhookQueue.close();
    },
  };
}

/** Starts delivering what is queued, under a watchdog. */
function consume(queue: WebhookQueue, deliverDeps: DeliverDeps, deps: WebhooksDeps): Watchdog {
  const { blockingRedis, giveUp, logger } = deps;
  return new Watchdog({
    queue,
    concurrency: ENDPOINTS_AT_ONCE,
    start: () =>
      startWebhookConsumer({
        connection: blockingRedis,
        concurrency: ENDPOINTS_AT_ONCE,
        deliver: (endpointId) => deliverDue(endpointId, deliverDeps),
        logger,
      }),
    giveUp,
    logger,
  });
}
