import type { Database } from '../../shared/db/database.js';
import type { Check, Verification } from '../../shared/db/entities/index.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import { POSSIBLE_CALL } from '../../shared/db/possible-call.js';
import type { RowOf } from '../../shared/db/row-of.js';

/** What a worker needs to know about a check that may be called. */
export interface PendingCheck
  extends RowOf<Check, 'id' | 'client_id' | 'verification_id' | 'service_code'>,
    RowOf<Verification, 'subject_type' | 'correlation_id' | 'traceparent'> {
  // Erasures take these away, but only of verifications that are settled.
  subject_sealed: NonNullable<Verification['subjectSealed']>;
  parameters_sealed: NonNullable<Verification['parametersSealed']>;
  data_key: NonNullable<Verification['dataKey']>;
  /** Age in seconds when it was loaded, by PostgreSQL's clock. */
  age_seconds: number;
  /** Calls made so far for which the provider certainly did no work. */
  earlier_calls: number;
  /** How many of those were "refused for now" since a person last sent the check back to the workers. */
  refusals: number;
}

/**
 * Loads those of the checks that may be called, i.e. still pending and without a call that may have been
 * received. Results are in the order of the ids, undefined for every other check.
 */
export async function loadPendingChecks(
  db: Database,
  checkIds: readonly string[],
): Promise<(PendingCheck | undefined)[]> {
  const rows = await db.query<PendingCheck>(
    `SELECT c.id, c.client_id, c.verification_id, c.service_code, v.subject_type, v.subject_sealed,
       v.parameters_sealed, v.data_key, v.correlation_id, v.traceparent,
       extract(epoch FROM now() - c.created_at)::float8 AS age_seconds,
       calls.made::int AS earlier_calls, calls.refused::int AS refusals
     FROM checks c
     JOIN verifications v ON v.id = c.verification_id
     CROSS JOIN LATERAL (
       SELECT count(*) AS made,
         count(*) FILTER (
           WHERE p.state = 'refused_for_now' AND p.started_at >= coalesce(c.requeued_at, p.started_at)) AS refused,
         count(*) FILTER (WHERE ${POSSIBLE_CALL}) AS possible
       FROM provider_calls p WHERE p.check_id = c.id
     ) AS calls
     WHERE c.id = ANY($1::uuid[]) AND ${filterOnly(`c.status = 'pending'`)} AND calls.possible = 0`,
    [checkIds],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return checkIds.map((id) => byId.get(id));
}
