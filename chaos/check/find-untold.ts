import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { Finding } from './find-broken-promises.js';

/** A webhook message about a verification, as its receiver accepted it. */
export interface TakenMessage {
  /** Its header `webhook-id`, by which a receiver recognises retries. */
  readonly webhookId: string;
  readonly requestId: string;
  readonly type: string;
}

/**
 * Compares the messages a receiver got with the verifications its client submitted since it subscribed: every settled
 * one must have been reported with its actual result, and an event always under the same id. Call it when everything is
 * settled and delivered.
 */
export async function findUntold(
  sql: Sql,
  endpointId: string,
  messages: readonly TakenMessage[],
): Promise<Finding[]> {
  const settled = await sql.query<{ id: string; status: string }>(
    `SELECT v.id, v.status FROM verifications v JOIN webhook_endpoints e ON e.client_id = v.client_id
     WHERE e.id = $1 AND v.created_at >= e.created_at AND v.status <> 'pending'`,
    [endpointId],
  );
  const idsByEvent = groupIds(messages);
  const untold = settled
    .map(({ id, status }) => eventOf(toPublicId('verification', id), `verification.${status}`))
    .filter((event) => !idsByEvent.has(event));
  const retold = [...idsByEvent].filter(([, ids]) => ids.size > 1);
  return [
    ...untold.map((event): Finding => ({ kind: 'untold', what: `nobody was told ${event}` })),
    ...retold.map(([event, ids]): Finding => {
      return { kind: 'retold', what: `${event} came as ${[...ids].join(', ')}` };
    }),
  ];
}

function groupIds(messages: readonly TakenMessage[]): Map<string, Set<string>> {
  const idsByEvent = new Map<string, Set<string>>();
  for (const { requestId, type, webhookId } of messages) {
    const event = eventOf(requestId, type);
    idsByEvent.set(event, (idsByEvent.get(event) ?? new Set()).add(webhookId));
  }
  return idsByEvent;
}

function eventOf(requestId: string, type: string): string {
  return `${type} of ${requestId}`;
}
