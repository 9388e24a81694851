import type { Sql } from '../db/database.js';

/**
 * Ends every link to a new password that somebody was sent, when their password or their standing changes: whoever reads
 * the mailbox could otherwise undo, within half an hour, what was done about them.
 */
export async function endPasswordLinks(sql: Sql, userId: string): Promise<void> {
  await sql.query('UPDATE password_resets SET used_at = now() WHERE user_id = $1 AND used_at IS NULL', [
    userId,
  ]);
}
