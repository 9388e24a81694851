import type { Sql } from '../db/database.js';
import { testSideOf } from '../domain/mode.js';
import { RETRY_HOURS } from '../domain/webhook-event.js';

/**
 * Lets the webhooks of a client that is active again start afresh, on its live and its test side: nothing was sent
 * while it was suspended, so that time counts neither against what is waiting nor towards turning an address off.
 */
export async function resumeWebhooks(sql: Sql, clientId: string): Promise<void> {
  const endpoints = await sql.query<{ id: string }>(
    `UPDATE webhook_endpoints SET failing_since = CASE WHEN failing_since IS NOT NULL THEN now() END
     WHERE client_id = ANY($1::uuid[]) AND deleted_at IS NULL RETURNING id`,
    [[clientId, testSideOf(clientId)]],
  );
  await sql.query(
    `UPDATE webhook_deliveries SET retry_until = now() + interval '${RETRY_HOURS} hours'
     WHERE endpoint_id = ANY($1::uuid[]) AND status = 'pending'`,
    [endpoints.map(({ id }) => id)],
  );
}
