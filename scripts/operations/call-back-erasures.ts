import { updateClient } from '../../shared/accounts/update-client.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { ANNOUNCEMENT_BATCH } from '../../shared/erasure/announce-erasures.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';

interface CallBack {
  clientId: string;
  reason: string;
}

/**
 * Cancels all announced erasures of a client, and switches its retention off, so that nothing is announced again until
 * a new one is set. Recorded in the audit log; returns how many verifications, or undefined if there is no such client.
 * What is already erased cannot be restored. Safe to run again, and while workers erase.
 *
 * The retention is committed first: from then on nothing of the client is erased, whatever becomes of the rest, and
 * workers withdraw what this process does not get to. The announcements follow batch by batch, because all at once may
 * take longer than a statement may.
 */
export async function callBackErasures(
  db: Database,
  callBack: CallBack,
  by: Actor,
): Promise<number | undefined> {
  const { clientId } = callBack;
  const found = await db.transaction((sql) => updateClient(sql, clientId, { retention_days: null }, by));
  if (!found) return undefined;
  let total = 0;
  for (;;) {
    const ids = await findAnnounced(db, clientId);
    if (ids.length === 0 && total > 0) return total;
    total += await withdraw(db, ids, callBack, by);
    if (ids.length === 0) return total;
  }
}

async function findAnnounced(sql: Sql, clientId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM verifications WHERE client_id = $1 AND erasure_due_at IS NOT NULL AND erased_at IS NULL
     ORDER BY erasure_due_at LIMIT ${ANNOUNCEMENT_BATCH}`,
    [clientId],
  );
  return rows.map(({ id }) => id);
}

/** Records it even if there is nothing to withdraw: somebody wanted it, and why. */
function withdraw(
  db: Database,
  ids: readonly string[],
  { clientId, reason }: CallBack,
  by: Actor,
): Promise<number> {
  /** How many an earlier run of the transaction withdrew, if it got as far as its commit. */
  let before = 0;
  return db.transaction(async (sql) => {
    const count = await withdrawThese(sql, ids);
    // That commit stands, and only its answer was lost.
    if (count === 0 && before > 0) return before;
    before = count;
    // After the verifications are locked: an eraser that has locked some of them waits for the audit log.
    await appendAudit(sql, {
      ...by,
      action: 'personal_data.erasures_called_back',
      target: toPublicId('client', clientId),
      details: { verifications: count, reason },
    });
    return count;
  });
}

/** Locks rows in the order of ids, like all other code. */
async function withdrawThese(sql: Sql, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await sql.query('SELECT FROM verifications WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
    ids,
  ]);
  const rows = await sql.query(
    `UPDATE verifications SET erasure_due_at = NULL
     WHERE id = ANY($1::uuid[]) AND erasure_due_at IS NOT NULL AND erased_at IS NULL RETURNING id`,
    [ids],
  );
  return rows.length;
}
