import type { Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { appendAudit } from './append-audit.js';
import { ERASABLE, ERASURE_BATCH, eraseVerifications } from './erase-verifications.js';

/** The condition under which the retention of `clients AS client` is over for `verifications AS v`. */
const EXPIRED = `v.client_id = client.id AND v.status = 'completed' AND v.erased_at IS NULL
  AND v.completed_at < now() - client.retention_days * interval '1 day'`;

/** The clients that keep settled verifications longer than they want to. Those without a retention keep them. */
export async function findClientsWithExpired(sql: Sql): Promise<string[]> {
  const clients = await sql.query<{ id: string }>(
    `SELECT client.id FROM clients client WHERE client.retention_days IS NOT NULL
     AND EXISTS (SELECT FROM verifications v WHERE ${EXPIRED}) ORDER BY client.id`,
  );
  return clients.map(({ id }) => id);
}

/**
 * Erases one batch of what a client keeps longer than its retention, oldest first, and says so in the audit log;
 * returns how many. Verifications that somebody is working on are left for the next time. Every batch is whole or not
 * at all, and finds only what is not erased yet, so it may be run again at any time.
 */
export async function eraseExpired(sql: Sql, clientId: string): Promise<number> {
  const rows = await sql.query<{ id: string; retention_days: number }>(
    `SELECT v.id, client.retention_days FROM clients client JOIN verifications v ON ${EXPIRED}
     WHERE client.id = $1 AND ${ERASABLE}
     ORDER BY v.completed_at LIMIT ${ERASURE_BATCH} FOR UPDATE OF v SKIP LOCKED`,
    [clientId],
  );
  const [first] = rows;
  if (first === undefined) return 0;
  await eraseVerifications(
    sql,
    rows.map(({ id }) => id),
  );
  await appendAudit(sql, {
    actor: 'system',
    action: 'personal_data.retention_ended',
    target: toPublicId('client', clientId),
    details: { retention_days: first.retention_days, verifications: rows.length },
  });
  return rows.length;
}
