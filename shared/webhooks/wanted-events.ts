import type { Sql } from '../db/database.js';

/**
 * Records on the wallet which events the client's enabled endpoints want; call it after changing one of them. The
 * wallet must be locked, so that no transaction stages events by an outdated list.
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
