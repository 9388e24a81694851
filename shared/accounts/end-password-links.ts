import type { Sql } from '../db/database.js';

/**
 * Ends every link to a new password sent to a user, when their password or their status changes: anyone who reads the
 * mailbox could otherwise undo that change within half an hour.
 */
export async function endPasswordLinks(sql: Sql, userId: string): Promise<void> {
  await sql.query('UPDATE password_resets SET used_at = now() WHERE user_id = $1 AND used_at IS NULL', [
    userId,
  ]);
}
