import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import type { Sql } from '../../shared/db/database.js';
import { MAX_DRAFTS } from '../../shared/domain/batch.js';

/** A file about to become a draft; `id` once the draft has one. */
interface NewDraft {
  id?: string;
  clientId: string;
  fileHash: Buffer;
  allowRepeat: boolean;
}

/** Why a draft is not stored: the same file was uploaded before, or the client has as many as it may have. */
export type DraftRefusal = { earlier: string } | 'too_many';

/**
 * Says why a draft may not be stored, if there is a reason. A client's uploads are serialised here: if the same file is
 * uploaded twice at once, the second finds the first, which an earlier run of this transaction is not.
 */
export async function refuseDraft(sql: Sql, draft: NewDraft): Promise<DraftRefusal | undefined> {
  await sql.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.uploads, draft.clientId]);
  const earlier = draft.allowRepeat ? undefined : await findEarlier(sql, draft);
  if (earlier !== undefined && earlier !== draft.id) return { earlier };
  return (await countOtherDrafts(sql, draft)) >= MAX_DRAFTS ? 'too_many' : undefined;
}

async function countOtherDrafts(sql: Sql, { clientId, id }: NewDraft): Promise<number> {
  const [row] = await sql.query<{ drafts: number }>(
    `SELECT count(*)::int AS drafts FROM batches
     WHERE client_id = $1 AND status = 'draft' AND id IS DISTINCT FROM $2::uuid`,
    [clientId, id ?? null],
  );
  return row?.drafts ?? 0;
}

/** The newest batch of the same file, except those cancelled before anything was submitted. */
async function findEarlier(sql: Sql, { clientId, fileHash }: NewDraft): Promise<string | undefined> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM batches WHERE client_id = $1 AND file_hash = $2
       AND NOT (status = 'cancelled' AND started_at IS NULL) ORDER BY id DESC LIMIT 1`,
    [clientId, fileHash],
  );
  return rows[0]?.id;
}
