import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database, Sql } from '../../shared/db/database.js';
import type { DeliveryAttempt } from '../../shared/domain/webhook-event.js';
import { retryDelayMs } from '../retry-delay.js';
import type { DueDelivery } from './claim-deliveries.js';
import { DISABLE_AFTER_DAYS } from './switch-webhook.js';

/** An attempt with its delivery. */
export interface Attempted {
  delivery: DueDelivery;
  attempt: DeliveryAttempt;
}

/** What the attempts say about the endpoint. */
export interface EndpointNews {
  /** At least one of them succeeded. */
  works: boolean;
  /** An event was given up, and there has been no success for days. */
  hopeless: boolean;
}

/** Most attempts a delivery remembers: those of its day, and some requested ones. */
const LOG_LENGTH = 50;

/** Records the results of a batch of attempts at one endpoint, and when to retry them. */
export function recordAttempts(
  db: Database,
  endpoint: { id: string; consecutive_failures: number },
  attempted: readonly Attempted[],
): Promise<EndpointNews> {
  const works = attempted.some(({ attempt }) => attempt.error === null);
  return db.transaction(async (sql) => {
    const failingForLong = await recordEndpoint(sql, endpoint, works);
    const gaveUp = await recordDeliveries(sql, attempted);
    return { works, hopeless: gaveUp && failingForLong };
  });
}

async function recordEndpoint(
  sql: Sql,
  endpoint: { id: string; consecutive_failures: number },
  works: boolean,
): Promise<boolean> {
  const [row] = await sql.query<{ failing_for_long: boolean | null }>(
    `UPDATE webhook_endpoints SET
       failing_since = CASE WHEN $2 THEN NULL ELSE coalesce(failing_since, now()) END,
       consecutive_failures = CASE WHEN $2 THEN 0 ELSE consecutive_failures + 1 END,
       hold_until = CASE WHEN NOT $2 THEN now() + $3::integer * interval '1 millisecond'
         WHEN hold_until > now() THEN now() ELSE hold_until END
     WHERE id = $1
     RETURNING failing_since <= ${bothClocksReached('$4')} - interval '${DISABLE_AFTER_DAYS} days' AS failing_for_long`,
    [endpoint.id, works, retryDelayMs('endpoint', endpoint.consecutive_failures + 1), new Date()],
  );
  return row?.failing_for_long === true;
}

/** Whether one of the deliveries has reached the end of its retries. */
async function recordDeliveries(sql: Sql, attempted: readonly Attempted[]): Promise<boolean> {
  const rows = await sql.query<{ status: string }>(
    `UPDATE webhook_deliveries AS d SET
       status = CASE
         WHEN new.attempt->>'error' IS NULL THEN 'delivered'
         -- By a worker that stood still beyond its claim: another one has delivered it since, or given it up.
         WHEN d.status <> 'pending' THEN d.status
         WHEN d.retry_until <= ${bothClocksReached('$4')} THEN 'failed'
         ELSE 'pending'
       END,
       delivered_at = CASE WHEN new.attempt->>'error' IS NULL THEN now() ELSE d.delivered_at END,
       attempt_count = d.attempt_count + 1,
       attempts = CASE WHEN jsonb_array_length(d.attempts) < ${LOG_LENGTH} THEN d.attempts ELSE d.attempts - 0 END
         || new.attempt,
       next_attempt_at = LEAST(now() + new.delay_ms * interval '1 millisecond', GREATEST(d.retry_until, now()))
     FROM unnest($1::uuid[], $2::jsonb[], $3::integer[]) AS new (id, attempt, delay_ms)
     WHERE d.id = new.id RETURNING d.status`,
    [
      attempted.map(({ delivery }) => delivery.id),
      attempted.map(({ attempt }) => JSON.stringify(attempt)),
      attempted.map(({ delivery }) => retryDelayMs('delivery', delivery.attempt_count + 1)),
      new Date(),
    ],
  );
  return rows.some(({ status }) => status === 'failed');
}

/** Schedules the endpoint's next look: when something of it is due and its pause is over. */
export function reschedule(db: Database, endpointId: string): Promise<void> {
  return db.transaction(async (sql) => {
    // Locked in a separate statement, so that the next one sees deliveries added meanwhile.
    await sql.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [endpointId]);
    await sql.query(
      `UPDATE webhook_endpoints e SET due_at = (
         SELECT GREATEST(d.next_attempt_at, e.hold_until) FROM webhook_deliveries d
         WHERE d.endpoint_id = e.id AND d.status = 'pending' ORDER BY d.next_attempt_at LIMIT 1)
       WHERE e.id = $1 AND e.deleted_at IS NULL`,
      [endpointId],
    );
  });
}
