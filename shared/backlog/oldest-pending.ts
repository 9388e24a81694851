import type { Sql } from '../db/database.js';
import { isLive } from '../db/of-mode.js';
import { BUSY_CLIENTS } from './busy-clients.js';
import { oldestAge } from './oldest-age.js';

/**
 * The age of the oldest pending check if more are waiting than are counted: that of the oldest pending verification,
 * whose checks have the same timestamp.
 */
export async function loadOldestPending(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ seconds: number | null }>(
    `SELECT ${oldestAge('oldest.created_at')} AS seconds FROM (
       WITH RECURSIVE ${BUSY_CLIENTS} SELECT client_id FROM busy
     ) AS busy CROSS JOIN LATERAL (
       SELECT v.created_at FROM verifications v WHERE v.client_id = busy.client_id AND v.status = 'pending'
       ORDER BY v.created_at, v.id LIMIT 1
     ) AS oldest WHERE ${isLive('busy.client_id')}`,
  );
  return row?.seconds ?? null;
}
