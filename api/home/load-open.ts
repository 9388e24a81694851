import { countUpTo } from '../../shared/backlog/count-up-to.js';
import { oldestAge } from '../../shared/backlog/oldest-age.js';
import type { Sql } from '../../shared/db/database.js';
import type { Verification } from '../../shared/db/entities/verification.entity.js';
import { isLive } from '../../shared/db/of-mode.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { Outcome } from '../../shared/domain/outcome.js';
import { Conditions } from '../http/conditions.js';

export interface OpenCounts {
  pending: number;
  manual_review: number;
  oldest_review_seconds: number | null;
}

/** Counts open work through its partial indexes, up to COUNTED_UP_TO. */
export async function loadOpen(sql: Sql, clientId: string | undefined): Promise<OpenCounts> {
  const whose = clientId === undefined ? isLive('client_id') : 'client_id = $1';
  const [row] = await sql.query<OpenCounts>(
    `SELECT ${countUpTo(`verifications WHERE status = 'pending' AND ${whose}`)} AS pending,
       ${countUpTo(`verifications WHERE status = 'manual_review' AND ${whose}`)} AS manual_review,
       (SELECT ${oldestAge('oldest.created_at')} FROM (
          SELECT created_at FROM verifications WHERE status = 'manual_review' AND ${whose}
          ORDER BY created_at, id LIMIT 1
        ) AS oldest) AS oldest_review_seconds`,
    clientId === undefined ? [] : [clientId],
  );
  return row ?? { pending: 0, manual_review: 0, oldest_review_seconds: null };
}

export interface FinishedRow
  extends RowOf<Verification, 'id' | 'service_code' | 'reference' | 'subject_masked'> {
  outcome: Outcome;
  label: string;
  completed_at: Date;
}

/** Reads at most `limit` of a client's newest results, through the index of what may be erased. */
export function loadFinished(
  sql: Sql,
  { clientId, since, limit }: { clientId: string; since: Date | undefined; limit: number },
): Promise<FinishedRow[]> {
  const where = new Conditions()
    .add(`client_id = ? AND status = 'completed' AND erased_at IS NULL`, clientId)
    .addIfGiven('completed_at > ?', since);
  return sql.query<FinishedRow>(
    `SELECT id, service_code, reference, subject_masked, outcome, label, completed_at
     FROM verifications WHERE ${where} ORDER BY completed_at DESC LIMIT ${where.bind(limit)}`,
    where.values,
  );
}
