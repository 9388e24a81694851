import type { Database } from '../../shared/db/database.js';
import { filterOnly } from '../../shared/db/filter-only.js';

/** A call that is about to be made. */
export interface Dispatch {
  checkId: string;
  callId: string;
}

/**
 * Commits the dispatch markers of a batch of calls and says for each whether its call may be made. False means that
 * the check is settled, or that another call of it may have been received: the unique index on provider_calls lets
 * only one in. After a commit whose answer was lost the statement runs again and finds its own marker.
 */
export async function markDispatched(
  db: Database,
  dispatches: readonly Dispatch[],
  options: { worker: string; deadlineMs: number },
): Promise<boolean[]> {
  const rows = await db.statement<Marked>(
    `WITH due AS (
       SELECT c.id, c.client_id, wanted.call_id
       FROM unnest($1::uuid[], $2::uuid[]) AS wanted (check_id, call_id)
       JOIN checks c ON c.id = wanted.check_id
       WHERE ${filterOnly(`c.status = 'pending'`)}
       ORDER BY c.id FOR UPDATE OF c
     ), marked AS (
       INSERT INTO provider_calls (id, client_id, check_id, worker, deadline_at)
       SELECT call_id, client_id, id, $3, now() + $4::integer * interval '1 millisecond' FROM due
       ON CONFLICT DO NOTHING RETURNING id
     )
     SELECT id FROM marked`,
    [
      dispatches.map(({ checkId }) => checkId),
      dispatches.map(({ callId }) => callId),
      options.worker,
      options.deadlineMs,
    ],
  );
  const marked = new Set(rows.map(({ id }) => id));
  const others = dispatches.map(({ callId }) => callId).filter((callId) => !marked.has(callId));
  for (const { id } of await findOwnMarkers(db, others)) marked.add(id);
  return dispatches.map(({ callId }) => marked.has(callId));
}

interface Marked {
  id: string;
}

/**
 * Markers of an earlier run of the statement whose answer was lost. In a statement of its own: the earlier run may
 * have committed while the later one waited for its locks, which then does not see what it ran into. Nobody else can
 * have written them, because a call's id is made for one attempt of one process.
 */
function findOwnMarkers(db: Database, callIds: readonly string[]): Promise<Marked[]> {
  if (callIds.length === 0) return Promise.resolve([]);
  return db.statement<Marked>(
    `SELECT id FROM provider_calls WHERE id = ANY($1::uuid[]) AND ${filterOnly(`state = 'started'`)}`,
    [callIds],
  );
}
