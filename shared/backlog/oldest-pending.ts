import type { Sql } from '../db/database.js';
import { isLive } from '../db/of-mode.js';
import { oldestAge } from './oldest-age.js';

/**
 * The age of the oldest pending check where more wait than are counted: of the oldest pending verification, whose checks
 * are of the same moment. Goes from client to client by `verifications_open_idx`, two look-ups each, because pending
 * checks have no index by age, which every check would have to enter for the sake of this one number.
 */
export async function loadOldestPending(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ seconds: number | null }>(
    `SELECT ${oldestAge('oldest.created_at')} AS seconds FROM (
       WITH RECURSIVE busy AS (
         (SELECT client_id FROM verifications WHERE status <> 'completed' ORDER BY client_id LIMIT 1)
         UNION ALL
         SELECT (SELECT next.client_id FROM verifications next
                 WHERE next.status <> 'completed' AND next.client_id > busy.client_id
                 ORDER BY next.client_id LIMIT 1)
         FROM busy WHERE busy.client_id IS NOT NULL
       ) SELECT client_id FROM busy
     ) AS busy CROSS JOIN LATERAL (
       SELECT v.created_at FROM verifications v WHERE v.client_id = busy.client_id AND v.status = 'pending'
       ORDER BY v.created_at, v.id LIMIT 1
     ) AS oldest WHERE ${isLive('busy.client_id')}`,
  );
  return row?.seconds ?? null;
}
