import type { Sql } from '../../shared/db/database.js';
import type { Finding } from '../check/find-broken-promises.js';

const UNSETTLED = `
  SELECT r.batch_id, r.row_no, r.state, v.status
  FROM batch_rows r LEFT JOIN verifications v ON v.id = r.verification_id
  WHERE r.client_id = $1 AND (r.state <> 'settled' OR v.status IS NULL OR v.status = 'pending')`;

// A row's key names its batch and number (docs/batches.md); a second verification of a row would have another key.
const BESIDE_THEIR_ROWS = `
  SELECT v.id, v.idempotency_key FROM verifications v
  LEFT JOIN batch_rows r ON r.verification_id = v.id
  WHERE v.client_id = $1 AND r.verification_id IS NULL`;

/**
 * Finds rows of a client that did not become exactly one settled verification, and verifications of it that belong to
 * no row. Call it when all of its batches have ended and it submitted nothing else.
 */
export async function findLostRows(sql: Sql, clientId: string, rows: number): Promise<Finding[]> {
  const unsettled = await sql.query<{ batch_id: string; row_no: number; state: string; status: string }>(
    UNSETTLED,
    [clientId],
  );
  const beside = await sql.query<{ id: string; idempotency_key: string }>(BESIDE_THEIR_ROWS, [clientId]);
  const [stored] = await sql.query<{ count: number }>(
    'SELECT count(DISTINCT verification_id)::int AS count FROM batch_rows WHERE client_id = $1',
    [clientId],
  );
  return [
    ...unsettled.map((row): Finding => {
      return {
        kind: 'lost',
        what: `row ${row.row_no} of batch ${row.batch_id}: ${row.state}, ${row.status}`,
      };
    }),
    ...beside.map(({ id, idempotency_key: key }): Finding => {
      return { kind: 'duplicate', what: `verification ${id} (${key}) is of no row` };
    }),
    ...(stored?.count === rows
      ? []
      : [{ kind: 'lost', what: `${rows} rows became ${stored?.count} verifications` } as const]),
  ];
}
