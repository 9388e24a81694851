import type { Sql } from '../../shared/db/database.js';
import type { ReviewNote } from '../../shared/db/entities/review-note.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';

/** A note on a case. */
export interface NoteRow
  extends RowOf<ReviewNote, 'id' | 'kind' | 'text_sealed' | 'author_id' | 'created_at'> {
  author_email: string | null;
  author_name: string | null;
}

/** Reads the notes on a case, oldest first. */
export function loadNotes(sql: Sql, verificationId: string): Promise<NoteRow[]> {
  return sql.query<NoteRow>(
    `SELECT n.id, n.kind, n.text_sealed, n.author_id, u.email AS author_email, u.name AS author_name, n.created_at
     FROM review_notes n LEFT JOIN users u ON u.id = n.author_id
     WHERE n.verification_id = $1 ORDER BY n.created_at, n.id`,
    [verificationId],
  );
}
