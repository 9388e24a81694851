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
 * a new one is set. Recorded in the audit log; returns how many verifications were announced, or undefined if there is
 * no such client. What is already erased cannot be restored. Safe to run again, and while workers erase.
 *
 * The retention is committed first, with its line in the audit log: from then on no further batch of the client is
 * erased, whatever becomes of the rest, and workers withdraw what this process does not get to. The announcements
 * follow batch by batch, because all at once may take longer than a statement may.
 */
export async function callBackErasures(
  db: Database,
  callBack: CallBack,
  by: Actor,
): Promise<number | undefined> {
  const announced = await endRetention(db, callBack, by);
  if (announced === undefined) return undefined;
  for (;;) {
    const ids = await findAnnounced(db, callBack.clientId);
    if (ids.length === 0) return announced;
    await db.transaction((sql) => withdraw(sql, ids));
  }
}

/** Returns how many are announced, and records that they are called back, even if there is none: somebody wanted it. */
function endRetention(db: Database, { clientId, reason }: CallBack, by: Actor): Promise<number | undefined> {
  /** What an earlier run of the transaction ended and counted, if it got that far. */
  let ended: number | undefined;
  return db.transaction(async (sql) => {
    const had = await hasRetention(sql, clientId);
    // The commit of that run stands, and only its answer was lost.
    if (ended !== undefined && !had) return ended;
    if (!(await updateClient(sql, clientId, { retention_days: null }, by))) return undefined;
    const announced = await countAnnounced(sql, clientId);
    if (had) ended = announced;
    await appendAudit(sql, {
      ...by,
      action: 'personal_data.erasures_called_back',
      target: toPublicId('client', clientId),
      details: { verifications: announced, reason },
    });
    return announced;
  });
}

async function hasRetention(sql: Sql, clientId: string): Promise<boolean> {
  const rows = await sql.query(
    'SELECT FROM clients WHERE id = $1 AND retention_days IS NOT NULL FOR NO KEY UPDATE',
    [clientId],
  );
  return rows.length > 0;
}

const ANNOUNCED = 'client_id = $1 AND erasure_due_at IS NOT NULL AND erased_at IS NULL';

async function countAnnounced(sql: Sql, clientId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM verifications WHERE ${ANNOUNCED}`,
    [clientId],
  );
  return row?.count ?? 0;
}

async function findAnnounced(sql: Sql, clientId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM verifications WHERE ${ANNOUNCED} ORDER BY erasure_due_at LIMIT ${ANNOUNCEMENT_BATCH}`,
    [clientId],
  );
  return rows.map(({ id }) => id);
}

/** Locks rows in the order of ids, like all other code. */
async function withdraw(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('SELECT FROM verifications WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
    ids,
  ]);
  await sql.query(
    `UPDATE verifications SET erasure_due_at = NULL
     WHERE id = ANY($1::uuid[]) AND erasure_due_at IS NOT NULL AND erased_at IS NULL`,
    [ids],
  );
}
