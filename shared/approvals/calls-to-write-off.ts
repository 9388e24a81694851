import type { Sql } from '../db/database.js';
import { POSSIBLE_CALL } from '../db/possible-call.js';
import type { KnownCall } from '../reviews/known-calls.js';

/**
 * The calls of this case that the provider may have received: sending it back means writing them off, and a proposal to
 * do so covers no others.
 */
export function findCallsToWriteOff(sql: Sql, verificationId: string): Promise<KnownCall[]> {
  return sql.query<KnownCall>(
    `SELECT p.id, p.answered_late_at FROM provider_calls AS p JOIN checks AS c ON c.id = p.check_id
     WHERE c.verification_id = $1 AND c.status = 'manual_review' AND ${POSSIBLE_CALL}`,
    [verificationId],
  );
}
