import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../shared/db/database.js';

/** Long enough for the job of a dead worker on a busy machine, and for a backlog of ten thousand or so. */
const ARRIVE_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 2_000;

/**
 * Waits until everything for an endpoint is delivered, for at most three minutes: finding what is missing then is up to
 * the caller. The pauses before retries, which can be long after faults, are cut short.
 */
export async function letDeliveriesCome(sql: Sql, endpointId: string): Promise<void> {
  const deadline = performance.now() + ARRIVE_WITHIN_MS;
  while (!(await allDelivered(sql, endpointId)) && performance.now() < deadline) {
    await letAnHourPass(sql, endpointId);
    await sleep(LOOK_EVERY_MS);
  }
}

async function allDelivered(sql: Sql, endpointId: string): Promise<boolean> {
  const waiting = await sql.query(
    `SELECT FROM webhook_endpoints w WHERE w.id = $1 AND (
       EXISTS (SELECT FROM webhook_events e WHERE e.client_id = w.client_id AND e.fanned_out_at IS NULL)
       OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = w.id AND d.status = 'pending'))`,
    [endpointId],
  );
  return waiting.length === 0;
}

/** Brings scheduled work forward, without scheduling anything that was forgotten: that is for the check to find. */
export async function letAnHourPass(sql: Sql, endpointId: string): Promise<void> {
  await sql.query(
    `UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - interval '1 hour'
     WHERE endpoint_id = $1 AND status = 'pending'`,
    [endpointId],
  );
  await sql.query(
    `UPDATE webhook_endpoints SET due_at = due_at - interval '1 hour', hold_until = hold_until - interval '1 hour'
     WHERE id = $1`,
    [endpointId],
  );
}
