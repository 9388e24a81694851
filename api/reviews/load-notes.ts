import type { Sql } from '../../shared/db/database.js';
import type { NoteKind } from '../../shared/domain/review.js';

/** What somebody wrote about a case. */
export interface NoteRow {
  id: string;
  kind: NoteKind;
  text_sealed: Buffer;
  author_id: string | null;
  author_email: string | null;
  created_at: Date;
}

/** Reads what was written about a case, oldest first. */
export function loadNotes(sql: Sql, verificationId: string): Promise<NoteRow[]> {
  return sql.query<NoteRow>(
    `SELECT n.id, n.kind, n.text_sealed, n.author_id, u.email AS author_email, n.created_at
     FROM review_notes n LEFT JOIN users u ON u.id = n.author_id
     WHERE n.verification_id = $1 ORDER BY n.created_at, n.id`,
    [verificationId],
  );
}
