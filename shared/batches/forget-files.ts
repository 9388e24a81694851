import type { Sql } from '../db/database.js';
import { fromPublicId } from '../domain/ids.js';

/**
 * Forgets the file of each of these batches of which nothing is left: no row waits, and every verification is erased.
 * Whoever has the key could otherwise try out who was in a file of few rows. Uploaded again, it is then a new file. The
 * batches are locked first, so that of two transactions that erase a part each, the later one sees the other.
 */
export async function forgetFiles(sql: Sql, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length === 0) return;
  await sql.query('SELECT FROM batches WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [batchIds]);
  await sql.query(
    `UPDATE batches b SET file_hash = sha256(gen_random_uuid()::text::bytea) WHERE b.id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT FROM batch_rows r WHERE r.batch_id = b.id AND r.state = 'ready')
       AND NOT EXISTS (SELECT FROM batch_rows r JOIN verifications v ON v.id = r.verification_id
         WHERE r.batch_id = b.id AND v.erased_at IS NULL)`,
    [batchIds],
  );
}

/** The batches that verifications came from, by their keys `<batch_id>:<row>`, to which rows have no index back. */
export async function findBatchesOf(sql: Sql, verificationIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ batch: string }>(
    `SELECT DISTINCT split_part(idempotency_key, ':', 1) AS batch FROM verifications
     WHERE id = ANY($1::uuid[]) AND idempotency_key LIKE 'bat\\_%:%'`,
    [verificationIds],
  );
  return rows.flatMap(({ batch }) => fromPublicId('batch', batch) ?? []);
}
