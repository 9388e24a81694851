import { tryLock } from '../db/advisory-locks.js';
import type { Database, Sql } from '../db/database.js';
import { toPublicId } from '../domain/ids.js';
import { appendAudit } from '../evidence/append-audit.js';
import type { Logger } from '../logger.js';
import type { Acknowledgements } from '../witness/acknowledgements.js';

/**
 * Compares what was acknowledged with what the database has, and names every missing request: in lost_requests, in the
 * log, and by number with the history. Returns how many, or undefined while another process does it. Safe to run again.
 */
export async function nameLostRequests(
  { db, acknowledgements, logger }: { db: Database; acknowledgements: Acknowledgements; logger: Logger },
  historyId: string,
): Promise<number | undefined> {
  return db.transaction(async (lock) => {
    if (!(await tryLock(lock, 'adopt'))) return undefined;
    let lost = 0;
    for await (const { hour, requestIds } of acknowledgements.pages()) {
      const named = await name(lock, historyId, hour, requestIds);
      for (const id of named) {
        logger.error({ request_id: toPublicId('verification', id) }, 'an acknowledged request is lost');
      }
      lost += named.length;
    }
    await lock.query(
      `UPDATE database_histories SET requests_lost = requests_lost + $2, requests_compared_at = clock_timestamp()
       WHERE id = $1`,
      [historyId, lost],
    );
    const details = { requests_lost: lost };
    await appendAudit(lock, {
      actor: 'system',
      action: 'history.requests_compared',
      target: historyId,
      details,
    });
    return lost;
  });
}

/** Whether any of these requests is gone and has not been named. */
export async function areGone(sql: Sql, ids: readonly string[]): Promise<boolean> {
  const [row] = await sql.query<{ gone: boolean }>(
    `SELECT EXISTS (
       SELECT FROM unnest($1::uuid[]) AS acknowledged (id)
       WHERE NOT EXISTS (SELECT FROM verifications v WHERE v.id = acknowledged.id)
         AND NOT EXISTS (SELECT FROM lost_requests l WHERE l.id = acknowledged.id)) AS gone`,
    [ids],
  );
  return row?.gone === true;
}

async function name(sql: Sql, historyId: string, hour: Date, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `INSERT INTO lost_requests (id, history_id, acknowledged_at)
     SELECT id, $1, $2 FROM unnest($3::uuid[]) AS acknowledged (id)
     WHERE NOT EXISTS (SELECT FROM verifications v WHERE v.id = acknowledged.id)
     ON CONFLICT DO NOTHING RETURNING id`,
    [historyId, hour, ids],
  );
  return rows.map(({ id }) => id);
}
