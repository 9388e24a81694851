import { bothClocksReached, neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { RETRY_HOURS, TEST_EVENT, type WebhookPayloadType } from '../../shared/domain/webhook-event.js';

/** An endpoint with something to send. */
export interface DueEndpoint {
  id: string;
  client_id: string;
  url: string;
  enabled: boolean;
  consecutive_failures: number;
  secret_sealed: Buffer;
  /** Those before it; null if there are none, or their day of overlap is over. */
  previous_secret_sealed: Buffer | null;
}

/** A delivery that only this worker attempts until its claim expires. */
export interface DueDelivery {
  id: string;
  attempt_count: number;
  event_id: string;
  type: WebhookPayloadType;
  data: Record<string, unknown>;
  created_at: Date;
  /**
   * When it could first be attempted: since its event, since its endpoint is held no longer, or since its day of
   * attempts began anew. Null once it was.
   */
  first_due_at: Date | null;
}

interface FoundEndpoint extends DueEndpoint {
  suspended: boolean;
  hold_until: Date | null;
  /**
   * No worker has tried it since its pause ended, as after a day without workers: nobody knows whether it still fails.
   */
  overlooked: boolean;
}

/** Enough for a busy client; with the limit on concurrent endpoints it bounds a worker's sockets. */
const AT_ONCE = 10;
/** Longer than an attempt can take: an expired claim means that its worker died. */
const CLAIM_SECONDS = 30;
/** When its day of attempts began: with the delivery itself, or when somebody wanted it again after it was given up. */
const DAY_BEGAN = `(d.retry_until - interval '${RETRY_HOURS} hours')`;
/** How soon a reactivated client is told what it missed. */
const HELD_SECONDS = 30;

/**
 * Claims what is due at an endpoint, oldest first: several at once while it works, a single one as a probe while it
 * fails, none while its client is suspended. Undefined if the endpoint no longer exists.
 */
export async function claimDeliveries(
  sql: Sql,
  endpointId: string,
): Promise<{ endpoint: DueEndpoint; deliveries: DueDelivery[] } | undefined> {
  const [found] = await sql.query<FoundEndpoint>(
    `SELECT e.id, e.client_id, e.url, e.enabled, e.consecutive_failures, e.secret_sealed, e.hold_until,
       coalesce(e.hold_until < now() - interval '1 hour', false) AS overlooked,
       CASE WHEN e.previous_secret_until > ${neitherClockReached('$2')} THEN e.previous_secret_sealed END
         AS previous_secret_sealed,
       c.suspended OR coalesce(live.suspended, false) AS suspended
     FROM webhook_endpoints e JOIN clients c ON c.id = e.client_id LEFT JOIN clients live ON live.id = c.live_client_id
     WHERE e.id = $1 AND e.deleted_at IS NULL`,
    [endpointId, new Date()],
  );
  if (found === undefined) return undefined;
  const { suspended, hold_until, overlooked, ...endpoint } = found;
  if (suspended) {
    await hold(sql, endpointId);
    return { endpoint, deliveries: [] };
  }
  const fails = endpoint.consecutive_failures > 0 && !overlooked;
  if (!endpoint.enabled || fails) await giveUpHopeless(sql, endpoint);
  const deliveries = await sql.query<DueDelivery>(
    `WITH due AS (
       SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
       WHERE d.endpoint_id = $1 AND d.status = 'pending' AND d.next_attempt_at <= now()
         AND ($2 OR e.type = '${TEST_EVENT}')
       ORDER BY d.next_attempt_at LIMIT $3 FOR UPDATE OF d SKIP LOCKED
     )
     UPDATE webhook_deliveries d SET next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
     FROM due, webhook_events e WHERE d.id = due.id AND e.id = d.event_id
     RETURNING d.id, d.attempt_count, e.id AS event_id, e.type, e.data, e.created_at,
       CASE WHEN d.attempts = '[]' THEN GREATEST(e.created_at, $4,
         CASE WHEN ${DAY_BEGAN} > d.created_at THEN ${DAY_BEGAN} END) END AS first_due_at`,
    [endpointId, endpoint.enabled, endpoint.consecutive_failures > 0 ? 1 : AT_ONCE, hold_until],
  );
  return { endpoint, deliveries };
}

/** A suspended client is told nothing: what is due waits and is looked at again. */
async function hold(sql: Sql, endpointId: string): Promise<void> {
  await sql.query(
    `UPDATE webhook_endpoints SET hold_until = GREATEST(hold_until, now() + interval '${HELD_SECONDS} seconds')
     WHERE id = $1`,
    [endpointId],
  );
}

/** Rows per statement: small enough that the locks hold nobody up. */
const BATCH = 500;

/**
 * Ends deliveries without a chance: everything but tests for a disabled endpoint, and for a failing one whatever was to
 * be retried until an hour ago. That hour allows a last attempt, which a long backlog never reaches.
 */
async function giveUpHopeless(sql: Sql, { id, enabled }: DueEndpoint): Promise<void> {
  for (;;) {
    const ended = await sql.query(
      `UPDATE webhook_deliveries SET status = 'failed' WHERE id IN (
         SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
         WHERE d.endpoint_id = $1 AND d.status = 'pending' AND e.type <> '${TEST_EVENT}'
           AND (NOT $2 OR d.retry_until < ${bothClocksReached('$3')} - interval '1 hour')
         LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED
       ) RETURNING id`,
      [id, enabled, new Date()],
    );
    if (ended.length < BATCH) return;
  }
}
