import { updateClient } from '../../shared/accounts/update-client.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';

/**
 * Cancels all announced erasures of a client, and switches its retention off, so that nothing is announced again until
 * a new one is set. Recorded in the audit log; returns how many verifications, or undefined if there is no such client.
 * What is already erased cannot be restored. Safe to run again.
 */
export function callBackErasures(
  db: Database,
  { clientId, reason }: { clientId: string; reason: string },
  by: Actor,
): Promise<number | undefined> {
  /** How many an earlier run of the transaction called back, if it got as far as its commit. */
  let before = 0;
  return db.transaction(async (sql) => {
    if (!(await updateClient(sql, clientId, { retention_days: null }, by))) return undefined;
    const count = await withdrawAll(sql, clientId);
    // That commit stands, and only its answer was lost.
    if (count === 0 && before > 0) return before;
    before = count;
    await appendAudit(sql, {
      ...by,
      action: 'personal_data.erasures_called_back',
      target: toPublicId('client', clientId),
      details: { verifications: count, reason },
    });
    return count;
  });
}

async function withdrawAll(sql: Sql, clientId: string): Promise<number> {
  const rows = await sql.query(
    `UPDATE verifications SET erasure_due_at = NULL
     WHERE client_id = $1 AND erasure_due_at IS NOT NULL AND erased_at IS NULL RETURNING id`,
    [clientId],
  );
  return rows.length;
}
