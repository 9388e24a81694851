import type { Sql } from '../db/database.js';
import { POSSIBLE_CALL } from '../db/possible-call.js';

/** Whether the provider may have received a call of this case, so that sending it back means writing that call off. */
export async function isWriteOff(sql: Sql, verificationId: string): Promise<boolean> {
  const calls = await sql.query(
    `SELECT FROM provider_calls AS p JOIN checks AS c ON c.id = p.check_id
     WHERE c.verification_id = $1 AND c.status = 'manual_review' AND ${POSSIBLE_CALL} LIMIT 1`,
    [verificationId],
  );
  return calls.length > 0;
}
