import { unexpiredKey } from '../accounts/unexpired-key.js';
import { bothClocksReached } from '../db/clocks.js';
import type { Sql } from '../db/database.js';
import type { Batch } from '../db/entities/batch.entity.js';
import type { RowOf } from '../db/row-of.js';
import { rolesFor } from '../domain/access.js';
import type { BatchReason } from '../domain/batch.js';

/** A batch that submits in the name of the caller who started it, or has resumed it since. */
export interface BatchCaller {
  batchId: string;
  /** Public id of that caller, as the feeder knows it. */
  submittedBy: string;
}

/** Why a batch may not continue: someone stopped it, or it must pause for a reason. */
export class BatchHalted extends Error {
  override readonly name = 'BatchHalted';

  constructor(readonly reason: BatchReason | null) {
    super(`The batch may not go on: ${reason ?? 'it does not run'}`);
  }
}

interface BatchRow extends RowOf<Batch, 'id' | 'status' | 'submitted_by'> {
  allowed: boolean;
}

// Pausing or cancelling a batch waits for this lock: once it is held, nothing more is submitted. A batch that is
// refused is paused for good, so its key has to have expired by both clocks.
const AUTHORISE = `
  SELECT b.id, b.status, b.submitted_by, NOT c.suspended AND NOT coalesce(live.suspended, false) AND (
      EXISTS (SELECT FROM users u WHERE u.id = b.submitter_id AND u.role = 'client' AND NOT u.suspended
              AND u.team_role = ANY(CASE WHEN c.live_client_id IS NULL THEN $2::text[] ELSE $3::text[] END))
      OR EXISTS (SELECT FROM api_keys k WHERE k.id = b.submitter_id AND k.revoked_at IS NULL
                 AND 'submit' = ANY(k.scopes) AND ${unexpiredKey(bothClocksReached('$4'))})
    ) AS allowed
  FROM batches b JOIN clients c ON c.id = b.client_id LEFT JOIN clients live ON live.id = c.live_client_id
  WHERE b.id = ANY($1::uuid[]) ORDER BY b.id FOR UPDATE OF b`;

/**
 * Authorises batches as they stand in the transaction that accepts their rows, and locks them until its end: whether
 * they are running, and whether whoever started them may still submit. One that somebody else has resumed since the
 * feeder read it is halted for this feeder: it would submit in the name of a person who may be suspended by now.
 */
export async function authoriseBatches(
  sql: Sql,
  callers: readonly BatchCaller[],
): Promise<(caller: BatchCaller) => BatchHalted | undefined> {
  const ids = [...new Set(callers.map(({ batchId }) => batchId))];
  const rows = await sql.query<BatchRow>(AUTHORISE, [
    ids,
    rolesFor('submit'),
    rolesFor('submit', 'test'),
    new Date(),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ({ batchId, submittedBy }) => refusalOf(found.get(batchId), submittedBy);
}

function refusalOf(batch: BatchRow | undefined, submittedBy: string): BatchHalted | undefined {
  if (batch?.status !== 'running' || batch.submitted_by !== submittedBy) return new BatchHalted(null);
  return batch.allowed ? undefined : new BatchHalted('submitter_not_allowed');
}
