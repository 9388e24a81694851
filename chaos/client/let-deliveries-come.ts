import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../shared/db/database.js';

/** Long enough for the job of a worker that died, on a busy machine, and for a backlog of some ten thousand. */
const ARRIVE_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 2_000;

/**
 * Waits until everything for an endpoint is delivered, or for three minutes: what is missing then is for the caller to
 * find. The pauses before what failed is tried again, which can be long after faults, are over at once.
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

/** Brings nearer what is to be done, and makes nothing due that was forgotten: that is to be found. */
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
