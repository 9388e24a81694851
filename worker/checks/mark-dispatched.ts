import type { Database } from '../../shared/db/database.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import { isTest } from '../../shared/db/of-mode.js';
import { ONE_POSSIBLE_CALL } from '../../shared/db/possible-call.js';
import { ADOPTED_HISTORY } from '../../shared/history/this-database.js';
import type { CallProvider } from '../../shared/services/index.js';

/** A call that is about to be made. */
export interface Dispatch {
  checkId: string;
  callId: string;
  provider: CallProvider;
}

/** Whether a call may be made. */
export type Mark =
  /** The marker is committed, on this history of the database. */
  | { kind: 'marked'; historyId: string }
  /** The check is settled, or an earlier call for it may have been received. */
  | { kind: 'taken' }
  /**
   * The database's history has not been adopted, or the server may lose commits: no call may be made
   * (contract 15).
   */
  | { kind: 'unknown_history' };

/**
 * Commits the dispatch markers of a batch of calls and says for each whether its call may be made. The unique
 * index on provider_calls admits only one call per check; without it the statement fails. The fence in the same
 * statement admits none on a server that was promoted, or a database that was restored or copied, until its
 * history is adopted, nor on a server that does not meet `durable`, an SQL condition. A test client's check is
 * marked for the simulator only, and no other check ever is. If the reply to a commit was lost, the statement
 * runs again and finds its own markers.
 */
export async function markDispatched(
  db: Database,
  dispatches: readonly Dispatch[],
  options: { worker: string; deadlineMs: number; durable?: string },
): Promise<Mark[]> {
  const rows = await db.statement<{ history_id: string; call_id: string | null }>(
    `WITH adopted AS MATERIALIZED (
       SELECT id FROM (${ADOPTED_HISTORY}) AS history WHERE ${options.durable ?? 'true'}
     ), due AS (
       SELECT c.id, c.client_id, wanted.call_id, wanted.provider
       FROM adopted CROSS JOIN unnest($1::uuid[], $2::uuid[], $3::text[]) AS wanted (check_id, call_id, provider)
       JOIN checks c ON c.id = wanted.check_id
       WHERE ${filterOnly(`c.status = 'pending'`)}
         AND (wanted.provider = 'simulator') = (${isTest('c.client_id')})
         AND NOT EXISTS (SELECT FROM provider_calls own WHERE own.id = wanted.call_id)
       ORDER BY c.id FOR UPDATE OF c
     ), marked AS (
       INSERT INTO provider_calls (id, client_id, check_id, provider, worker, deadline_at)
       SELECT call_id, client_id, id, provider, $4, now() + $5::integer * interval '1 millisecond' FROM due
       ON CONFLICT ${ONE_POSSIBLE_CALL} DO NOTHING RETURNING id
     )
     SELECT adopted.id AS history_id, marked.id AS call_id FROM adopted LEFT JOIN marked ON true`,
    [
      dispatches.map(({ checkId }) => checkId),
      dispatches.map(({ callId }) => callId),
      dispatches.map(({ provider }) => provider),
      options.worker,
      options.deadlineMs,
    ],
  );
  const [first] = rows;
  if (first === undefined) return dispatches.map(() => ({ kind: 'unknown_history' }));
  const marked = new Set(rows.map(({ call_id }) => call_id));
  const others = dispatches.map(({ callId }) => callId).filter((callId) => !marked.has(callId));
  for (const { id } of await findOwnMarkers(db, others)) marked.add(id);
  return dispatches.map(({ callId }) =>
    marked.has(callId) ? { kind: 'marked', historyId: first.history_id } : { kind: 'taken' },
  );
}

/**
 * Finds markers of an earlier run of the statement whose reply was lost. This needs a separate statement: the
 * earlier run may have committed while the later one waited for its locks, so the later one's snapshot does
 * not include the rows it conflicted with. Nobody else can have written them, because a call id is made for
 * one attempt of one process.
 */
function findOwnMarkers(db: Database, callIds: readonly string[]): Promise<{ id: string }[]> {
  if (callIds.length === 0) return Promise.resolve([]);
  return db.statement<{ id: string }>(
    `SELECT id FROM provider_calls WHERE id = ANY($1::uuid[]) AND ${filterOnly(`state = 'started'`)}`,
    [callIds],
  );
}
