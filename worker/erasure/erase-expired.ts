import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { modeOf } from '../../shared/domain/mode.js';
import { ERASABLE, ERASURE_BATCH, eraseVerifications } from '../../shared/erasure/erase-verifications.js';
import { clientsWithRetention, EXPIRED } from '../../shared/erasure/expired.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';

const GRACE_IS_OVER = `erasure_due_at <= ${bothClocksReached('$1')}`;

/** Returns the clients with announced verifications whose grace period is over. `now` is the process's own clock. */
export async function findClientsWithDue(sql: Sql, now: Date): Promise<string[]> {
  const clients = await sql.query<{ client_id: string }>(
    `SELECT DISTINCT client_id FROM verifications WHERE ${GRACE_IS_OVER} AND erased_at IS NULL ORDER BY client_id`,
    [now],
  );
  return clients.map(({ client_id }) => client_id);
}

/**
 * Erases one batch of a client's announced verifications that were not called back, in the order of their completion,
 * records it in the audit log (unless it is of test mode) and returns how many. Retention must still be over by both
 * clocks. Verifications someone is working on are left for next time. Each batch is atomic and finds only what is not
 * yet erased, so it may be rerun at any time.
 */
export async function eraseExpired(sql: Sql, clientId: string, now: Date): Promise<number> {
  const rows = await sql.query<{ id: string; retention_days: number }>(
    `SELECT due.id, client.retention_days FROM ${clientsWithRetention('id = $2')} CROSS JOIN LATERAL (
       SELECT v.id FROM verifications v WHERE ${EXPIRED} AND v.${GRACE_IS_OVER} AND ${ERASABLE}
       ORDER BY v.completed_at LIMIT ${ERASURE_BATCH} FOR UPDATE OF v SKIP LOCKED) AS due`,
    [now, clientId],
  );
  const [first] = rows;
  if (first === undefined) return 0;
  await eraseVerifications(
    sql,
    rows.map(({ id }) => id),
  );
  if (modeOf(clientId) === 'test') return rows.length;
  await appendAudit(sql, {
    actor: 'system',
    action: 'personal_data.retention_ended',
    target: toPublicId('client', clientId),
    details: { retention_days: first.retention_days, verifications: rows.length },
  });
  return rows.length;
}
