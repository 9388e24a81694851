import type { Sql } from '../db/database.js';

/**
 * Writes down on the wallet which events the client's enabled endpoints want, after one of them has changed. The
 * wallet must be locked, so that no transaction stages by an older answer.
 */
export async function refreshWantedEvents(sql: Sql, clientId: string): Promise<void> {
  await sql.query(
    `UPDATE wallets SET webhook_events = coalesce((
       SELECT array_agg(DISTINCT event ORDER BY event) FROM webhook_endpoints e, unnest(e.events) AS event
       WHERE e.client_id = $1 AND e.enabled), '{}')
     WHERE client_id = $1`,
    [clientId],
  );
}
