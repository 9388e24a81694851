import type { Database } from '../../shared/db/database.js';
import type { ReviewNote } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { SealedVerification } from '../../shared/db/sealed-verification.js';

/** When a command last requeued a verification with this note, which may be the same command. */
export async function findEarlierRequeue(
  db: Database,
  verificationId: string,
  { sealed, note }: { sealed: SealedVerification; note: string },
): Promise<Date | undefined> {
  const notes = await db.query<RowOf<ReviewNote, 'id' | 'text_sealed' | 'created_at'>>(
    `SELECT id, text_sealed, created_at FROM review_notes
     WHERE verification_id = $1 AND kind = 'requeue' AND author_id IS NULL ORDER BY id DESC`,
    [verificationId],
  );
  return notes.find(({ id, text_sealed }) => sealed.note(id, text_sealed) === note)?.created_at;
}
