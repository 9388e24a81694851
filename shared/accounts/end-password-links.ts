import { IsNull } from 'typeorm';
import type { Sql } from '../db/database.js';
import { PasswordReset } from '../db/entities/index.js';
import { rowsOf } from '../db/rows.js';

/**
 * Ends every link to a new password sent to a user, when their password or their status changes: anyone who reads the
 * mailbox could otherwise undo that change within half an hour.
 */
export async function endPasswordLinks(sql: Sql, userId: string): Promise<void> {
  await rowsOf(sql, PasswordReset).update({ userId, usedAt: IsNull() }, { usedAt: () => 'now()' });
}
