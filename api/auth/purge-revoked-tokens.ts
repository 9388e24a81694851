import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';

/**
 * Purges some revoked tokens that have expired anyway. The API processes judge expiry by their own clocks: the hour's
 * delay exceeds their possible differences. By the database's clock alone, one second of error would revive every
 * signed-out token, so the process's clock, `now`, has to agree.
 */
export async function purgeRevokedTokens(sql: Sql, now = new Date()): Promise<void> {
  await sql.query(
    `DELETE FROM revoked_tokens WHERE jti IN (
       SELECT jti FROM revoked_tokens WHERE expires_at < ${bothClocksReached('$1')} - interval '1 hour' LIMIT 100)`,
    [now],
  );
}
