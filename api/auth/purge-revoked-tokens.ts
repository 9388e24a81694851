import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';

/**
 * Forgets some tokens that are expired anyway. They are judged by the clocks of the API processes: the hour's delay is
 * more than those can be apart. By the database's clock alone, a second in which that was wrong would let every
 * signed-out token live again, so the process's, `now`, has to agree.
 */
export async function purgeRevokedTokens(sql: Sql, now = new Date()): Promise<void> {
  await sql.query(
    `DELETE FROM revoked_tokens WHERE jti IN (
       SELECT jti FROM revoked_tokens WHERE expires_at < ${bothClocksReached('$1')} - interval '1 hour' LIMIT 100)`,
    [now],
  );
}
