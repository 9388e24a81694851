import type { Sql } from '../db/database.js';

/**
 * Adds an erasure to the open proposal for the same subject of this client, if there is one, and returns its id. Were
 * there two proposals, the second would still name the subject after the first is carried out. Spellings that came
 * since are added: what shares a hash is one subject.
 */
export async function joinErasure(
  sql: Sql,
  clientId: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  // Of two at the same instant, the later sees the earlier.
  await sql.query('SELECT FROM clients WHERE id = $1 FOR NO KEY UPDATE', [clientId]);
  const [joined] = await sql.query<{ id: string }>(
    `UPDATE approvals SET payload = jsonb_set(payload, '{subjectHashes}', (
       SELECT jsonb_agg(DISTINCT hash)
       FROM jsonb_array_elements(payload->'subjectHashes' || ($2::jsonb->'subjectHashes')) AS hash))
     WHERE id = (
       SELECT id FROM approvals WHERE client_id = $1 AND act = 'erasure' AND state = 'open'
         AND payload->'subjectHashes' ?| ARRAY(SELECT jsonb_array_elements_text($2::jsonb->'subjectHashes'))
       ORDER BY id LIMIT 1 FOR UPDATE
     ) RETURNING id`,
    [clientId, JSON.stringify(payload)],
  );
  return joined?.id;
}
