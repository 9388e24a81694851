import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import {
  actorOf,
  insertNote,
  isRecorded,
  type NewNote,
  type Reviewer,
} from '../../shared/reviews/review-case.js';

/**
 * Adds a reviewer's note to a case; resolves to false if it was erased meanwhile. Safe to run again after a lost
 * commit.
 */
export async function addReviewNote(
  sql: Sql,
  { verificationId, note }: { verificationId: string; note: NewNote },
  by: Reviewer,
): Promise<boolean> {
  // Serialises this transaction with an earlier try of its own whose commit is still in progress.
  const [found] = await sql.query<{ erased: boolean }>(
    'SELECT erased_at IS NOT NULL AS erased FROM verifications WHERE id = $1 FOR UPDATE',
    [verificationId],
  );
  // Nobody could ever read it: the key that sealed it is destroyed.
  if (found?.erased !== false) return false;
  if (await isRecorded(sql, note)) return true;
  await insertNote(sql, verificationId, 'note', note, by);
  await appendAudit(sql, {
    ...actorOf(by),
    action: 'review.note_added',
    target: toPublicId('verification', verificationId),
    details: { note_id: note.id },
  });
  return true;
}
