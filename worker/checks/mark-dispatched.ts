import type { Database } from '../../shared/db/database.js';

/** A call that is about to be made. */
export interface Dispatch {
  checkId: string;
  callId: string;
}

/**
 * Commits the dispatch markers of a batch of calls and says for each whether its call may be made. False means that
 * the check is settled, or that another call of it may have been received: the unique index on provider_calls lets
 * only one in. After a commit whose answer was lost the transaction runs again and finds its own marker.
 */
export async function markDispatched(
  db: Database,
  dispatches: readonly Dispatch[],
  options: { worker: string; deadlineMs: number },
): Promise<boolean[]> {
  const rows = await db.statement<{ id: string }>(
    `WITH due AS (
       SELECT c.id, c.client_id, wanted.call_id
       FROM unnest($1::uuid[], $2::uuid[]) AS wanted (check_id, call_id)
       JOIN checks c ON c.id = wanted.check_id
       WHERE c.status = 'pending'
       ORDER BY c.id FOR UPDATE OF c
     ), marked AS (
       INSERT INTO provider_calls (id, client_id, check_id, worker, deadline_at)
       SELECT call_id, client_id, id, $3, now() + $4::integer * interval '1 millisecond' FROM due
       ON CONFLICT DO NOTHING RETURNING id
     )
     SELECT id FROM marked
     UNION ALL
     SELECT id FROM provider_calls WHERE id = ANY($2::uuid[]) AND state = 'started'`,
    [
      dispatches.map(({ checkId }) => checkId),
      dispatches.map(({ callId }) => callId),
      options.worker,
      options.deadlineMs,
    ],
  );
  const marked = new Set(rows.map(({ id }) => id));
  return dispatches.map(({ callId }) => marked.has(callId));
}
