import { findBatchesOf, forgetFiles } from '../batches/forget-files.js';
import type { Sql } from '../db/database.js';
import { ERASED_LABEL, ERASED_SUBJECT } from '../domain/erased.js';
import { toPublicId } from '../domain/ids.js';

/** Verifications per transaction: small enough that the locks hold nobody up. */
export const ERASURE_BATCH = 100;

/**
 * Whether a verification may be erased, as `verifications AS v`: it is settled for good, and none of its calls may
 * still bring an answer. Open requests need their subject, for the call or for the person who decides about them.
 */
export const ERASABLE = `v.status = 'completed' AND v.erased_at IS NULL AND NOT EXISTS (
  SELECT FROM checks c JOIN provider_calls p ON p.check_id = c.id AND p.state = 'started'
  WHERE c.verification_id = v.id)`;

/**
 * Destroys all personal data of verifications that the transaction has found ERASABLE and locked. The data key is
 * destroyed, and with it whatever it sealed, wherever copies exist; so are the sealed values themselves, the search
 * hash, the fingerprint and the client's reference, the latter also in events that included it; and, if it was the last
 * of a batch, the hash of the batch's file. Ids, states, outcomes, credits, the purpose and the consent stay: they
 * belong to the ledger and the evidence, and identify nobody.
 */
export async function eraseVerifications(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql.query(
    `DELETE FROM late_findings f USING provider_calls p, checks c
     WHERE f.call_id = p.id AND p.check_id = c.id AND c.verification_id = ANY($1::uuid[])`,
    [ids],
  );
  await sql.query(
    `UPDATE provider_calls p SET answer_sealed = NULL FROM checks c
     WHERE p.check_id = c.id AND c.verification_id = ANY($1::uuid[])`,
    [ids],
  );
  await sql.query(
    `UPDATE checks SET details_sealed = NULL, reference_sealed = NULL, photo_sealed = NULL,
       label = CASE WHEN label IS NOT NULL THEN $2 END
     WHERE verification_id = ANY($1::uuid[])`,
    [ids, ERASED_LABEL],
  );
  await forgetInEvents(sql, ids);
  await sql.query(
    `UPDATE verifications SET fingerprint = NULL, subject_hash = NULL, data_key = NULL, subject_sealed = NULL,
       parameters_sealed = NULL, reference = NULL, request_hash = NULL, name_hash = NULL, erasure_due_at = NULL,
       subject_masked = $2, label = $3, erased_at = now(), version = version + 1
     WHERE id = ANY($1::uuid[])`,
    [ids, ERASED_SUBJECT, ERASED_LABEL],
  );
  await forgetFiles(sql, await findBatchesOf(sql, ids));
}

/** Only in events that carry the client's reference: `named_request` exists for this purpose. */
async function forgetInEvents(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE webhook_events SET data = data - 'reference', named_request = NULL
     WHERE named_request = ANY($1::text[]) AND named_request IS NOT NULL`,
    [ids.map((id) => toPublicId('verification', id))],
  );
}
